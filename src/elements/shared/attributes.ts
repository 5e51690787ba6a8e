import { choice, optional, type Attribute } from './attribute-kinds.ts';

/** Attributes of all elements. */
export const baseAttributes = {
  /** `auto` follows the page's own switch, then the system. */
  theme: choice('auto', 'light', 'dark'),
  /** Interface strings that replace the bundled ones, one by one. */
  strings: { attribute: false, initial: {} } as Attribute<Readonly<Record<string, string>>>,
};

/** Attributes of the elements that are about the page they stand on. */
export const pageAttributes = {
  /** Address of the page. Unset: that of the document, without query and fragment. */
  page: optional,
};
