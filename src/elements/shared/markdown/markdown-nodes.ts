import type { Block, Inline, List } from '../../../markdown/tree.ts';
import { createElement } from '../dom/create-element.ts';

/** Properties of an element that scrolls because it may be wider than the page: the keyboard has to reach it for that. */
export const SCROLLABLE = { tabIndex: 0, role: 'group' } as const;

/** A list of so many items that it is drawn in parts, whose numbers go on. */
export interface LongList {
  readonly type: 'longList';
  readonly children: readonly List[];
}

/** An outermost block as it is drawn. */
export type DrawnBlock = Block | LongList;

/** A node of a tree that is drawn by itself: the rest are parts of tables and lists. */
export type TreeNode = DrawnBlock | Inline;

/** Create the DOM node of a tree node, or change that of its earlier state. Returns the node to show. */
export type Draw<T> = (node: ChildNode | null, old: T | null, next: T) => ChildNode;

/** Do the same for a tree node that is one element with its children in it. */
export type DrawElement = (
  name: string,
  node: ChildNode | null,
  old: Parent | null,
  next: Parent,
) => HTMLElement;

export interface Parent {
  readonly type: string;
  readonly children?: readonly TreeNode[];
}

/** Properties to set on an element. `part` is written as in HTML. */
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

/**
 * Turn the children of an element from those of `old` into those of `next`. Each tree node has one DOM node, and they are the
 * last children of the element.
 */
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
      if (drawn !== node) {
        parent.insertBefore(drawn, following);
        // Unless it has become part of what is drawn.
        if (node?.parentNode === parent) node.remove();
      }
    }
    node = following;
  }
  while (node !== null) {
    const following: ChildNode | null = node.nextSibling;
    node.remove();
    node = following;
  }
}

/** Change only the part of a text that differs, which is mostly its end. */
export function changeText(node: Text, old: string, next: string): void {
  if (next === old) return;
  if (next.startsWith(old)) return node.appendData(next.slice(old.length));
  let shared = 0;
  while (shared < old.length && old[shared] === next[shared]) shared++;
  node.replaceData(shared, old.length - shared, next.slice(shared));
}
