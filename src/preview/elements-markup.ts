import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';

/** A documentation that the elements search: of an endpoint, or a static index. */
export type MarkedSite = ({ endpoint: string; domain: string } | { index: string }) & {
  /** Path of its pages. */
  base: string;
};

/** Addresses for the elements on a page. */
export interface ElementsMarkup {
  /** Address of the folder with the elements' files, which ends with a slash; `null`: without the script. */
  cdn: string | null;
  sites: readonly MarkedSite[];
  /** Whether a language model writes the answers. Default: they may be written by one. */
  hasModel?: boolean;
}

/** Return the markup of a page: the script, then both elements for each domain. */
export function elementsMarkup({ cdn, sites, hasModel = true }: ElementsMarkup): string[] {
  const elements = sites.flatMap(({ base, ...source }) => {
    const attributes = { ...source, 'link-base': base === '/' ? null : base };
    return [
      // A header has little room.
      h('docs-search', { ...attributes, variant: 'dialog' }),
      h('docs-assistant', { ...attributes, 'without-model': hasModel ? null : '' }),
    ];
  });
  const scripts = cdn === null ? [] : [h('script', { type: 'module', src: `${cdn}docs-assistant.js` })];
  return [...scripts, ...elements].map((element) => toHtml(element, { collapseEmptyAttributes: true }));
}

const BODY_END = /<\/body\s*>(?![^]*<\/body)/i;

/**
 * Insert markup at the end of a page's body, or at the end of a page without `</body>`.
 *
 * @param page bytes of the page, in any encoding that is a superset of ASCII
 * @param markup ASCII
 */
export function putIntoPage(page: Uint8Array, markup: string): Uint8Array<ArrayBuffer> {
  // Decode as Latin-1, one character per byte, so that the encoding of the page need not be known.
  const text = Buffer.from(page).toString('latin1');
  const end = BODY_END.exec(text)?.index ?? text.length;
  return new Uint8Array(Buffer.from(`${text.slice(0, end)}${markup}\n${text.slice(end)}`, 'latin1'));
}
