import type { Attribute, Attributes } from './attribute.ts';
import { readListAttribute } from './read-list.ts';

const list = { converter: readListAttribute, value: [] } as Attribute<readonly string[]>;

/** Attributes of all other elements. */
export const baseAttributes = {
  /** `auto` follows the page's own switch, then the system. */
  theme: { words: ['auto', 'light', 'dark'] },
  /** Interface strings that replace the bundled ones, one by one. */
  strings: { attribute: false, value: {} } as Attribute<Readonly<Record<string, string>>>,
} as const satisfies Attributes;

/** Attributes of the elements that are about the page they stand on. */
export const pageAttributes = {
  /** Address of the page. Unset: that of the document, without query and fragment. */
  page: {},
} as const satisfies Attributes;

/** Attributes of `<docs-assistant>` and `<docs-search>`. Their words and ranges are limits, which a page loads with the panel. */
export const siteAttributes = {
  /** Base address of the proxy, or of a service. May be relative. Requests go to `{endpoint}/v1/...`. */
  endpoint: { value: '' },
  /** The domain identifier of the documentation. */
  domain: { value: '' },
  /**
   * Address of the folder of a static index, resolved against that of the page: `/docs-index/`. Search needs no server then;
   * answers come from `endpoint` and `domain` where both are set, else from the index, too.
   */
  index: {},
  /**
   * Whether the static index is read in the page, not in a worker: for pages whose policy refuses the worker, and should not report it.
   * Read when the index is opened.
   */
  withoutWorker: { type: Boolean, value: false },
  /** Version filter. Unset: `<meta name="docsearch:version">`, else none. */
  version: {},
  /** Language filter. Unset: `<meta name="docsearch:language">`, else `<html lang>`, else none. */
  language: {},
  /**
   * Versions offered in the filter; with commas or as JSON in the attribute. Empty: `<docs-search>` offers those found in results,
   * `<docs-assistant>` none.
   */
  versions: list,
  /**
   * Languages offered in the filter; with commas or as JSON in the attribute. Empty: `<docs-search>` offers those found in results,
   * `<docs-assistant>` none.
   */
  languages: list,
  /** `auto` follows the page's own switch, then the system. */
  theme: { value: 'auto' } as Attribute<'auto' | 'light' | 'dark'>,
  /** Storage for conversations, searches and choices: `local`, `session` or `memory`. With `memory` nothing is written. */
  storage: { value: 'local' } as Attribute<'local' | 'session' | 'memory'>,
  /** Whether links of results and sources open in the same tab or in a new one. */
  linkTarget: { value: 'self' } as Attribute<'self' | 'blank'>,
  /** Base address of the site's pages, against which the paths of results and sources are resolved. */
  linkBase: { value: '/' },
  /** Interface strings that replace the bundled ones, one by one. */
  strings: { attribute: false, value: {} } as Attribute<Readonly<Record<string, string>>>,
  /**
   * Report which results and sources readers follow to `{endpoint}/v1/insights/{domain}/follow`: the path of the page,
   * nothing about the reader. Unset: nothing is sent.
   */
  insights: { type: Boolean },
  /** Whether the panel or dialog is open. */
  open: { type: Boolean, reflect: true, value: false },
} as const satisfies Attributes;
