import type { Block, List } from '../../../markdown/tree.ts';
import type { DrawnBlock, LongList } from './markdown-nodes.ts';

/** Maximum number of items of a list that is one element, and of a part of a longer one. */
const MAX_ITEMS = 100;

/** Maximum weight that one task adds to a drawn text, about 20 ms of work: 400 short paragraphs or inline codes, or 100 code blocks. */
const MAX_ADDED = 800;

/** Weight of a code block, which is several elements, of which one scrolls. Any other node weighs 1. */
const CODE_WEIGHT = 8;

/** Length of text that weighs as much as a node, in UTF-16 units: a shorter one adds nothing. */
const NODE_LENGTH = 100;

/** The drawn part of a text. */
export interface Portion {
  readonly blocks: readonly DrawnBlock[];
  /** Weight of what is drawn. */
  readonly size: number;
  readonly isWhole: boolean;
}

/** A node of a tree, of whatever type. */
interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** Weights of nodes. Those of a growing text keep their identity once they are finished. */
const weights = new WeakMap<Node, number>();

/**
 * Return the part of a text that is drawn next, with as much more than the part before as one task should add. A block that is
 * cut grows with the next portions: a list by items, a table by rows, a paragraph by what it consists of.
 *
 * @param root the element that the part before is drawn into
 */
export function nextPortion(root: Element, text: readonly Block[], before: Portion): Portion {
  if (!before.isWhole) keepDirection(root.lastElementChild as HTMLElement);
  const last = before.blocks.length - 1;
  const nodes = text.map((block, index) => (index === last ? keepParts(block, before.blocks[last]) : block));
  const taken = takeNodes(nodes, before.size + MAX_ADDED);
  return {
    blocks: taken.map((block) =>
      block.type === 'list' && block.children.length > MAX_ITEMS ? divide(block) : block,
    ),
    size: weigh(taken),
    isWhole: taken.length === nodes.length && taken.at(-1) === nodes.at(-1),
  };
}

/** Keep the direction that a block has: looked for anew, it costs Chromium 20 µs for each of the hundreds of nodes to come. */
function keepDirection(block: HTMLElement): void {
  if (block.dir === 'auto') block.dir = getComputedStyle(block).direction;
}

/**
 * Return a node with the parts of its earlier state that are still the same: an open paragraph is parsed anew with each piece, and its
 * thousands of links would be weighed and drawn anew.
 */
function keepParts<N extends Node>(next: N, old: Node | undefined): N {
  if (next === old || next.type !== old?.type) return next;
  const { children, ...own } = next;
  const before = old as N;
  const kept = children?.map((child, index) => keepParts(child, before.children?.[index]));
  const isSame =
    Object.entries(own).every(([name, value]) => before[name as keyof N] === value) &&
    kept?.length === before.children?.length &&
    (kept ?? []).every((child, index) => child === before.children![index]);
  if (isSame) return before;
  return kept ? { ...next, children: kept } : next;
}

/** Divide a long list into parts: the browser skips whole elements off screen, and nothing inside one. */
function divide(list: List): LongList {
  const { children, start } = list;
  const parts = Array.from({ length: Math.ceil(children.length / MAX_ITEMS) }, (_, part) => ({
    ...list,
    start: start === null ? null : start + part * MAX_ITEMS,
    children: children.slice(part * MAX_ITEMS, (part + 1) * MAX_ITEMS),
  }));
  return { type: 'longList', children: parts };
}

/** Return the first nodes, up to a weight, which the last one may exceed: at least one, so that each portion adds something. */
function takeNodes<N extends Node>(nodes: readonly N[], room: number): readonly N[] {
  const taken: N[] = [];
  let left = room;
  for (const node of nodes) {
    if (left <= 0) break;
    taken.push(cutNode(node, left));
    left -= weighNode(node);
  }
  return taken;
}

function cutNode<N extends Node>(node: N, room: number): N {
  // What a link shows decides how it is drawn.
  const isCut = node.children && node.type !== 'link' && weighNode(node) > room;
  return isCut ? { ...node, children: takeNodes(node.children, room) } : node;
}

function weigh(nodes: readonly Node[]): number {
  return nodes.reduce((sum, node) => sum + weighNode(node), 0);
}

function weighNode(node: Node): number {
  const known = weights.get(node);
  if (known !== undefined) return known;
  const { type, value = '', children = [] } = node;
  const weight =
    (type === 'code' ? CODE_WEIGHT : 1) + Math.floor(value.length / NODE_LENGTH) + weigh(children);
  weights.set(node, weight);
  return weight;
}
