import type { Section } from '../search/search-engine.ts';

/** Address of a section from the root of the site, as it stands in an answer's links. */
export function sectionAddress(section: Section): string {
  return '/' + encodeURI(section.href).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));
}

/** How a section is called outside its page: `Middleware › Basic usage`. */
export function sectionName(section: Section): string {
  const heading = section.headings.at(-1);
  return heading === undefined || heading === section.title ? section.title : `${section.title} › ${heading}`;
}

/** A Markdown link to a section. */
export function sectionLink(section: Section): string {
  const label = sectionName(section).replace(/[\\`*_[\]<>&]/g, '\\$&');
  return `[${label}](${sectionAddress(section)})`;
}
