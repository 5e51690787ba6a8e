import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';

/** What a page needs for the elements, and where each of it is. */
export interface ElementsMarkup {
  /** Address of the folder of the elements' files; ends with a slash. */
  cdn: string;
  endpoint: string;
  domains: readonly string[];
  /** Attributes of `<docs-search>` alone. */
  search?: Readonly<Record<string, string>>;
  /** Attributes of both elements. */
  both?: Readonly<Record<string, string>>;
}

/** Return the lines for a page: the script, then both elements for each domain. */
export function elementsMarkup({ cdn, endpoint, domains, search, both }: ElementsMarkup): string[] {
  const elements = domains.flatMap((domain) => [
    h('docs-search', { endpoint, domain, ...both, ...search }),
    h('docs-assistant', { endpoint, domain, ...both }),
  ]);
  return [h('script', { type: 'module', src: `${cdn}docs-assistant.js` }), ...elements].map((element) =>
    toHtml(element),
  );
}
