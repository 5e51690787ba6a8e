import type { List } from '../../../markdown/tree.ts';
import { create, drawAll, type Draw, type LongList, type TreeNode } from './markdown-nodes.ts';

/**
 * Draw a list in parts, which assistive technology takes for one: the element around them is the list, and a part is none. A list
 * that has become long is its first part, with the elements that it has.
 */
export function drawLongListParts(
  node: ChildNode | null,
  old: TreeNode | null,
  next: LongList,
  draw: Draw<TreeNode>,
): Element {
  const isLong = old?.type === 'longList';
  const frame = isLong ? (node as Element) : create('div', { className: 'long-list', role: 'list' });
  if (old?.type === 'list') frame.append(node!);
  const before = isLong ? old.children : old?.type === 'list' ? [old] : [];
  drawAll<List>(frame, before, next.children, (partNode, oldPart, nextPart) => {
    const part = draw(partNode, oldPart, nextPart) as Element;
    part.role = 'none';
    for (const item of part.children) item.role ??= 'listitem';
    part.classList.toggle('skip', nextPart !== next.children.at(-1));
    return part;
  });
  return frame;
}
