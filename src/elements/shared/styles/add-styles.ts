/** Add a style sheet to a shadow tree, for what is loaded after the tree got its own. Once is enough. */
export function addStyles(root: Node, styles: CSSStyleSheet): void {
  if (!(root instanceof ShadowRoot) || root.adoptedStyleSheets.includes(styles)) return;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, styles];
}
