import type { CSSResultOrNative } from 'lit';

/** Add a style sheet to a shadow tree, for what is loaded after the tree got its own. Once is enough. */
export function addStyles(root: Node, styles: CSSResultOrNative): void {
  const sheet = styles instanceof CSSStyleSheet ? styles : styles.styleSheet;
  if (!(root instanceof ShadowRoot) || !sheet || root.adoptedStyleSheets.includes(sheet)) return;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
