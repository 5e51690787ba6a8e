import type { Block, Inline } from '../../../markdown/tree.ts';
import { createElement } from '../dom/create-element.ts';

/** What may be wider than the page scrolls, and has to be reachable by keyboard for that. */
export const SCROLLABLE = { tabIndex: 0, role: 'group' } as const;

/** Makes the DOM node of one tree node, or changes the node that stands for an earlier state of it; returns what is to stand there. */
export type Draw<T> = (node: ChildNode | null, old: T | null, next: T) => ChildNode;

/** The same for what is one element and its children. */
export type DrawElement = (
  name: string,
  node: ChildNode | null,
  old: Parent | null,
  next: Parent,
) => HTMLElement;

export interface Parent {
  readonly type: string;
  readonly children?: readonly (Block | Inline)[];
}

/** What can be set on an element. `part` is written as it stands in HTML. */
type Properties<E> = Partial<Omit<E, 'part'>> & { readonly part?: string };

export function create<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties?: Properties<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K];
export function create(name: string): HTMLElement;
export function create(
  name: string,
  properties: Properties<HTMLElement> = {},
  ...children: (Node | string)[]
): HTMLElement {
  return createElement(name as 'div', properties, ...children);
}

/** Makes a parent's children those of `next`, given that they are those of `old`. Each tree node has one DOM node, and they are the parent's last. */
export function drawAll<T>(
  parent: Element,
  old: readonly T[] = [],
  next: readonly T[] = [],
  draw: Draw<T>,
): void {
  let index = 0;
  while (index < old.length && old[index] === next[index]) index++;
  let node = index < old.length ? parent.lastChild : null;
  for (let rest = old.length - 1; rest > index; rest--) node = node!.previousSibling as ChildNode;

  for (; index < next.length; index++) {
    const before = old[index] ?? null;
    const following: ChildNode | null = node && node.nextSibling;
    if (before !== next[index]) {
      const drawn = draw(node, before, next[index]!);
      if (node === null) parent.append(drawn);
      else if (drawn !== node) node.replaceWith(drawn);
    }
    node = following;
  }
  while (node !== null) {
    const following: ChildNode | null = node.nextSibling;
    node.remove();
    node = following;
  }
}
