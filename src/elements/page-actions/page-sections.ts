import { cutSection } from '../shared/page/cut-section.ts';
import { pageAsMarkdown } from '../shared/page/element-markdown.ts';
import { HEADINGS, headingId, headingText } from '../shared/page/headings.ts';
import { readPageMarkdown } from '../shared/page/page-markdown.ts';

/** A section of the page that is shown. */
export interface TextSection {
  readonly heading: Element;
  /** Fragment that leads to it, without `#`. */
  readonly id: string;
  readonly name: string;
  /** Level of its heading, 2 to 6. */
  readonly level: number;
}

/** Maximum number of sections that are listed. */
const MAX_SECTIONS = 100;
/** Where headings are no sections of the text. */
const BESIDE =
  'nav, aside, header, footer, dialog, [hidden], [role=navigation], docs-page-feedback, docs-assistant';

/** List the sections of the page that have an address. */
export function listPageSections(): TextSection[] {
  const root = document.querySelector('main, [role=main], article') ?? document.body;
  return [...root.querySelectorAll(HEADINGS)]
    .flatMap((heading) => readSection(heading) ?? [])
    .slice(0, MAX_SECTIONS);
}

/** Read the section that a heading begins; `null` for the title of the page, and for one without an address. */
export function readSection(heading: Element): TextSection | null {
  const level = Number(heading.localName[1]);
  const around = heading.closest(BESIDE);
  // The header of an article may hold its title, not its sections.
  if (level < 2 || (around && !around.contains(heading.closest('main, [role=main]')))) return null;
  const [id, name] = [headingId(heading), headingText(heading)];
  return id && name ? { heading, id, name, level } : null;
}

/**
 * Return a section as Markdown, with its address as the last line: cut from the Markdown of the page, or where there is none, written from
 * what the page shows.
 *
 * @param markdown address of the page as Markdown
 * @param address of the section
 */
export async function readSectionMarkdown(
  { heading, id, name }: TextSection,
  { markdown, address, signal }: { markdown: string; address: string; signal: AbortSignal },
): Promise<string> {
  let text: string | null = null;
  try {
    text = cutSection(await readPageMarkdown(markdown, signal), { id, heading: name });
  } catch (error) {
    if (signal.aborted) throw error;
  }
  return `${text ?? pageAsMarkdown(heading)}\n\n<${address}>\n`;
}
