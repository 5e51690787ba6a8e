import type { Block, List, ListItem } from '../../../markdown/tree.ts';
import type { DrawContext } from './draw-context.ts';
import { create, drawAll, type TreeNode } from './markdown-nodes.ts';

export function drawList(
  context: DrawContext,
  node: ChildNode | null,
  old: List | null,
  next: List,
): ChildNode {
  // A tight list can become loose, and then its paragraphs appear; never the other way round.
  const before = old?.start === next.start && (old.tight || !next.tight) ? old : null;
  const list = before ? (node as Element) : create(next.start === null ? 'ul' : 'ol');
  if (before === null && next.start !== null && next.start !== 1)
    (list as HTMLOListElement).start = next.start;
  if (before?.tight && !next.tight)
    before.children.forEach((item, index) => loosen(list.children[index]!, item));
  const contentOf = next.tight ? flatten : childrenOf;
  drawAll(list, before?.children, next.children, (itemNode, oldItem, nextItem) => {
    const sameItem = oldItem?.checked === nextItem.checked ? oldItem : null;
    const item = sameItem ? (itemNode as Element) : createItem(context, nextItem);
    drawAll<TreeNode>(item, sameItem ? contentOf(sameItem) : [], contentOf(nextItem), context.draw);
    return item;
  });
  return list;
}

function createItem({ extensions, text }: DrawContext, { checked }: ListItem): Element {
  return checked === null ? create('li') : extensions()!.createTask(checked, text);
}

function childrenOf({ children }: ListItem): readonly Block[] {
  return children;
}

/** Return the content of an item of a tight list, in which a paragraph has no element of its own. */
function flatten(item: ListItem): TreeNode[] {
  return item.children.flatMap((block): readonly TreeNode[] =>
    block.type === 'paragraph' ? block.children : [block],
  );
}

/** Put the paragraphs of an item into the elements that they have in a loose list. Their text nodes stay. */
function loosen(element: Element, item: ListItem): void {
  let node: ChildNode | null = element.firstChild;
  if (item.checked !== null) node = node!.nextSibling;
  for (const block of item.children) {
    if (block.type !== 'paragraph') {
      node = node!.nextSibling;
      continue;
    }
    const paragraph = create('p');
    node!.before(paragraph);
    for (let count = block.children.length; count > 0; count--) paragraph.append(paragraph.nextSibling!);
    node = paragraph.nextSibling;
  }
}
