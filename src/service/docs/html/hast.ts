import type { Element, Nodes } from 'hast';

/** Return the class names of an element. */
export function classesOf({ properties }: Element): readonly string[] {
  const { className } = properties;
  return Array.isArray(className) ? className.map(String) : [];
}

/** Return an attribute of an element as text, by its name in the tree (`ariaHidden`, `dataLang`). */
export function attributeOf({ properties }: Element, name: string): string | undefined {
  const value = properties[name];
  if (value === undefined || value === null || value === false) return undefined;
  return Array.isArray(value) ? value.join(' ') : value === true ? '' : String(value);
}

/** Visit the elements of a tree in document order. Return `false` to skip a subtree. */
export function walkElements(node: Nodes, visit: (element: Element) => boolean | void): void {
  if (node.type === 'element' && visit(node) === false) return;
  if ('children' in node) for (const child of node.children) walkElements(child, visit);
}

/** Return the first element for which `test` holds, in document order. */
export function findElement(node: Nodes, test: (element: Element) => boolean): Element | undefined {
  if (node.type === 'element' && test(node)) return node;
  if (!('children' in node)) return undefined;
  for (const child of node.children) {
    const found = findElement(child, test);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Return the text of a tree as written, without the elements for which `isLeftOut` holds. */
export function textOfHast(node: Nodes, isLeftOut: (element: Element) => boolean = () => false): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node) || (node.type === 'element' && isLeftOut(node))) return '';
  let text = '';
  for (const child of node.children) text += textOfHast(child, isLeftOut);
  return text;
}

/** Collapse white space into single spaces. */
export function lineOf(text: string): string {
  return text.replace(/[\s\u200b\u00ad]+/g, ' ').trim();
}
