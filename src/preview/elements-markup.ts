import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';

/** Addresses for the elements on a page. */
export interface ElementsMarkup {
  /** Address of the folder with the elements' files; ends with a slash. */
  cdn: string;
  endpoint: string;
  /** Domains, and the path of the pages of each. */
  sites: readonly { domain: string; base: string }[];
  /** Default `inline`. */
  searchVariant?: 'dialog';
}

/** Return the markup of a page: the script, then both elements for each domain. */
export function elementsMarkup({ cdn, endpoint, sites, searchVariant }: ElementsMarkup): string[] {
  const elements = sites.flatMap(({ domain, base }) => {
    const attributes = { endpoint, domain, 'link-base': base === '/' ? null : base };
    return [
      h('docs-search', { ...attributes, variant: searchVariant ?? null }),
      h('docs-assistant', attributes),
    ];
  });
  return [h('script', { type: 'module', src: `${cdn}docs-assistant.js` }), ...elements].map((element) =>
    toHtml(element),
  );
}
