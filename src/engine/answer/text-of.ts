import type { Nodes } from 'mdast';

/** Return the text of a node and everything in it, without Markdown. */
export function textOf(node: Nodes): string {
  if ('children' in node) return node.children.map(textOf).join('');
  if (node.type === 'break') return '\n';
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  return 'value' in node && !node.type.startsWith('mdx') ? node.value : '';
}
