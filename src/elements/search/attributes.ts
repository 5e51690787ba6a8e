import type { DEFAULT_SEARCH_PAGE_SIZE } from '../../protocol/api.ts';
import type { SearchSource } from '../../protocol/sources.ts';
import type { DEFAULT_DEBOUNCE, DEFAULT_MIN_LENGTH } from '../../state/search/search-session.ts';
import type { Attribute, Attributes } from '../shared/attribute.ts';
import type { ResultRenderer } from './result-renderer.ts';

// The numbers of other layers are written out, because a page loads none of their modules before the panel.
export const searchAttributes = {
  /**
   * Where results come from, in place of `endpoint` and `index`. In the attribute, a kind of `docs-assistant/sources` and its options:
   * `pagefind url=/pagefind/`. In the property also any object with `search(request, {signal, onInterim})`; set the same object again and
   * again, not a new one: another source is another search. `domain` names the reader's data then.
   */
  source: {} as Attribute<SearchSource | string | undefined>,
  /** `inline`: a text field in place, with the results below it. `dialog`: a button that opens a dialog. */
  variant: { value: 'inline' } as Attribute<'inline' | 'dialog'>,
  /** The text in the box. */
  value: { value: '' },
  /** Text in the empty box. Default: "Search" in the language of the page. */
  placeholder: { value: '' },
  /** Number of results of a request, 1 to 50. Default 10. */
  pageSize: {
    type: Number,
    value: 10 satisfies typeof DEFAULT_SEARCH_PAGE_SIZE,
  },
  /** Minimum length of a query, in characters; one is enough for Chinese and Japanese. Default 2. */
  minLength: { type: Number, value: 2 satisfies typeof DEFAULT_MIN_LENGTH },
  /** Pause in the typing before a search is sent, in milliseconds. Default 80. */
  debounce: { type: Number, value: 80 satisfies typeof DEFAULT_DEBOUNCE },
  /** Hide the filters; the filter of the site still applies. */
  withoutFilters: { type: Boolean },
  /** Hide the preview beside the list in a wide dialog. */
  withoutPreview: { type: Boolean },
  /** Keep the reader's choice of version and language in the page's address: `?docs-version=v6&docs-language=de`. */
  filtersInUrl: { type: Boolean },
  /** Prefetch the page of the hovered or active result into the browser's cache, if it is of this origin. */
  prefetch: { type: Boolean },
  /** Mask e-mail addresses, keys, tokens and passwords that are recognizable by their form in what is sent and stored. */
  mask: { type: Boolean },
  /** Id of the `<docs-assistant>` that questions are passed to, or `none`. Default: the first on the page with the same `endpoint` and `domain`. */
  assistant: { value: '' },
  /**
   * Function that draws the content of a result: returns a node, a string (shown as text), or `null` for the default:
   * heading, path and excerpt.
   */
  renderResult: { attribute: false } as Attribute<ResultRenderer | undefined>,
  /** Keys that open the element (`mod+k`, several separated by spaces), or `none`. */
  shortcut: { value: 'mod+k /' },
} as const satisfies Attributes;
