/**
 * Create a style sheet that shadow trees adopt. All browsers that can read these files have such sheets; `css` of Lit carries
 * what older ones need. Servers, which import the elements and draw none, have no sheets.
 */
export function css([text]: TemplateStringsArray): CSSStyleSheet {
  const sheet = (globalThis as Partial<typeof globalThis>).CSSStyleSheet && new CSSStyleSheet();
  sheet?.replaceSync(text!);
  return sheet!;
}
