import type { SQLOutputValue } from 'node:sqlite';
import { siteReference } from '../../engine/sections/site-path.ts';
import type { Section } from '../../engine/sections/section.ts';

/** Start of a query for {@link toSection}. */
export const SELECT_SECTIONS = `
  SELECT sections.id, page, name, path, title, description, headings, anchor, version, language, content
  FROM sections JOIN pages ON pages.id = sections.page`;

/** Return the section of a row of an index file. */
export function toSection(row: Record<string, SQLOutputValue>): Section {
  const path = row['path'] as string;
  const anchor = row['anchor'] as string | null;
  return {
    id: row['name'] as string,
    path,
    place: row['id'] as number,
    title: row['title'] as string,
    ...(row['description'] !== null && { description: row['description'] as string }),
    headings: JSON.parse(row['headings'] as string) as string[],
    ...(anchor !== null && { anchor }),
    ...(row['version'] !== null && { version: row['version'] as string }),
    ...(row['language'] !== null && { language: row['language'] as string }),
    content: row['content'] as string,
    href: siteReference(path, anchor === null ? '' : `#${encodeURI(anchor.toWellFormed())}`),
  };
}
