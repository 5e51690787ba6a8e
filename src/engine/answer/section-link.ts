import { primaryLanguage } from '../../protocol/language-tag.ts';
import { readLanguage } from '../sections/scope-names.ts';
import type { Section } from '../sections/section.ts';

/** Write an encoded address as the destination of a link in Markdown. */
export function linkDestination(address: string): string {
  return address.replace(/[()&]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

/** Return the address of a section for links in an answer: relative to the root of the site's pages. */
export function sectionAddress(section: Section): string {
  return linkDestination(section.href);
}

/** Return the name of a section with its page: `Middleware › Basic usage`. */
export function sectionName(section: Section): string {
  const heading = section.headings.at(-1);
  return heading === undefined || heading === section.title ? section.title : `${section.title} › ${heading}`;
}

/** Return a Markdown link to a section. */
export function sectionLink(section: Section): string {
  const label = sectionName(section).replace(/[\\`*_[\]<>&]/g, '\\$&');
  return `[${label}](${sectionAddress(section)})`;
}

/** Return a note for a section in another language than the answer, named in the language of the answer: ` (English)`. */
export function languageNote({ language }: Section, answerLanguage: string): string {
  if (language === undefined || primaryLanguage(language) === primaryLanguage(answerLanguage)) return '';
  // The page may say anything of its language.
  const names = new Intl.DisplayNames([readLanguage(answerLanguage) ?? 'en', 'en'], { type: 'language' });
  return ` (${names.of(language) ?? language})`;
}
