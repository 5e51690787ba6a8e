import { expect } from '@open-wc/testing';

/** Sizes of type, and radii of corners, in pixels with the default font size and `--docs-radius`. */
const TYPE_SIZES = [12, 13, 15, 18];
const RADII = [0, 6, 12, 18];

/** Expect that all text has one of four sizes, and that all corners have one of three radii or are round. Formulas have their own sizes. */
export function expectScale(element: Element): void {
  const found = new Set<string>();
  for (const node of element.shadowRoot!.querySelectorAll('*:not(math *)')) {
    if (!node.checkVisibility()) continue;
    const { fontSize, borderRadius, borderTopLeftRadius } = getComputedStyle(node);
    const name = `${node.localName}.${node.getAttribute('class') ?? ''}`;
    const hasText = [...node.childNodes].some((child) => child instanceof Text && child.data.trim() !== '');
    if (hasText && !isOneOf(TYPE_SIZES, fontSize)) found.add(`${name}: text of ${fontSize}`);
    const { width, height } = node.getBoundingClientRect();
    const isRound = borderRadius === '50%' || parseFloat(borderTopLeftRadius) >= Math.min(width, height) / 2;
    if (!isRound && !isOneOf(RADII, borderTopLeftRadius)) found.add(`${name}: radius ${borderTopLeftRadius}`);
  }
  expect([...found]).to.deep.equal([]);
}

function isOneOf(values: readonly number[], length: string): boolean {
  return values.some((value) => Math.abs(value - parseFloat(length)) < 0.1);
}
