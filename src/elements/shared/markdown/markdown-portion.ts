import type { Block, List } from '../../../markdown/tree.ts';

/** Items of the longest list that is one element. */
const MAX_ITEMS = 100;

/** Children of blocks that one task adds: about 40 KB of sentences, some 20 ms of work. */
const MAX_ADDED = 400;

/** The drawn part of a text. */
export interface Portion {
  readonly blocks: readonly Block[];
  /** How many children its blocks have. */
  readonly size: number;
  readonly isWhole: boolean;
}

/**
 * Return the part of a text that is drawn next, with as much more than the part before as one task should add. A long list becomes
 * several, because the browser skips outermost blocks off screen, and nothing inside one. A long table grows by rows.
 */
export function nextPortion(text: readonly Block[], before: number): Portion {
  const all = text.flatMap((block) => (block.type === 'list' ? splitList(block) : block));
  const blocks: Block[] = [];
  let size = 0;
  for (const block of all) {
    const room = before + MAX_ADDED - size;
    if (room <= 0) break;
    const isCut = block.type === 'table' && block.children.length > room;
    const added = isCut ? { ...block, children: block.children.slice(0, room) } : block;
    blocks.push(added);
    size += 'children' in added ? added.children.length : 1;
  }
  return { blocks, size, isWhole: blocks.length === all.length && blocks.at(-1) === all.at(-1) };
}

/** Return a list of many items as several, whose numbers go on. */
function splitList(list: List): List | List[] {
  const { children, start } = list;
  if (children.length <= MAX_ITEMS) return list;
  return Array.from({ length: Math.ceil(children.length / MAX_ITEMS) }, (_, part) => ({
    ...list,
    start: start === null ? null : start + part * MAX_ITEMS,
    children: children.slice(part * MAX_ITEMS, (part + 1) * MAX_ITEMS),
  }));
}
