import type { BlockNode, BlockStart } from './block-node.ts';
import { MAX_BLOCK_DEPTH } from './limits.ts';
import { readCalloutStart, toCallout } from './callout-syntax.ts';
import { readMathStart, toMathBlock } from './math-syntax.ts';
import { readTabLabel, readTabStart, toTab, toTabGroup } from './tab-syntax.ts';
import type { Block, BlockTree, Inline, Tab } from './tree.ts';

/** The module behind {@link SyntaxExtensions}, loaded with `import()`. */
export { matchAutolink, matchEmails, matchWebAddress } from './autolinks.ts';
export { toAlert, withoutAlertMark } from './callout-syntax.ts';
export { characterOf } from './character-names.ts';
export { htmlBlockEnd, isComment, readInlineHtml, readTag, toHtml } from './html-syntax.ts';
export { splitDefinitions, withoutDefinitions } from './link-definitions.ts';
export { readTask } from './github-syntax.ts';
export { readInlineMath } from './math-syntax.ts';
export { readRow, readTableHead, toTableRow, withoutTableHead } from './table-syntax.ts';

/** Kinds of blocks that contain no others: what a line starts in them starts in what contains them. */
const LEAVES = /^(?:paragraph|table|list)$/;

/**
 * Return the blocks that a line starts, outermost first; `null` when it starts none of these.
 *
 * @param reached the innermost block that the line continues
 */
export function readExtendedStart(content: string, reached: BlockNode): readonly BlockStart[] | null {
  let parent = reached;
  while (LEAVES.test(parent.kind)) parent = parent.parent!;
  if (parent.depth >= MAX_BLOCK_DEPTH) return null;
  const rule = readMathStart(content);
  if (rule === null) {
    const callout = readCalloutStart(content);
    return callout ? [callout] : readTabStart(content, parent);
  }
  return [{ kind: 'math', rule, title: content }];
}

/**
 * Return the tree of such a block.
 *
 * @param toChildren returns the trees of what it contains
 * @param toInlines returns the tree of its text, where that turns out to be a paragraph
 */
export function toExtendedTree(
  node: BlockNode,
  toChildren: <T extends BlockTree = Block>() => T[],
  toInlines: (text: string) => Inline[],
): BlockTree {
  if (node.kind === 'tab') return toTab(readTabLabel(node), toChildren());
  if (node.kind === 'tabGroup') return toTabGroup(toChildren<Block | Tab>());
  if (node.kind === 'callout') return toCallout(node, toChildren(), toInlines);
  if (node.kind === 'footnote')
    return { type: 'footnote', label: node.title.slice(1), children: toChildren() };
  const text = node.title + node.text;
  return toMathBlock(text, node.open) ?? { type: 'paragraph', children: toInlines(text) };
}
