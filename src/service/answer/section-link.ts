import type { Section } from '../index/section.ts';

/** Write an encoded address as the destination of a link in Markdown. */
export function linkDestination(address: string): string {
  return address.replace(/[()&]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

/** Address of a section as it stands in the links of an answer: relative to where the pages of the site are. */
export function sectionAddress(section: Section): string {
  return linkDestination(section.href);
}

/** Name of a section outside its page: `Middleware › Basic usage`. */
export function sectionName(section: Section): string {
  const heading = section.headings.at(-1);
  return heading === undefined || heading === section.title ? section.title : `${section.title} › ${heading}`;
}

/** A Markdown link to a section. */
export function sectionLink(section: Section): string {
  const label = sectionName(section).replace(/[\\`*_[\]<>&]/g, '\\$&');
  return `[${label}](${sectionAddress(section)})`;
}
