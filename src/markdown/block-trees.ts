import type { BlockNode } from './block-node.ts';
import { withoutBlankLinesAtEnd } from './block-parser.ts';
import type { UseExtensions } from './extensions.ts';
import { parseInlines } from './inline-parser.ts';
import { DEFINITION_START, HALF_WRITTEN_LABEL } from './link-syntax.ts';
import type { References } from './references.ts';
import type { Block, BlockTree, Heading, Inline, ListItem, TableRow } from './tree.ts';
import { trimSpacesAtEnd } from './whitespace.ts';

/** Code spans, also unfinished ones: types in them are often written with pipes. */
const CODE = /`[^`]*(?:`|$)/g;

/** What the tree of a block depends on beside the block. */
export interface TreeContext {
  readonly references: References;
  /** Whether the text is whole: no definition follows. */
  readonly isFinished: boolean;
  readonly useExtensions: UseExtensions;
}

/** Return the children of a container, of the kind that it can contain. Only those that changed since the last call are built again. */
export function toChildren<T extends BlockTree = Block>(node: BlockNode, context: TreeContext): T[] {
  const children: T[] = [];
  for (const child of node.children) {
    if (child.tree === undefined) child.tree = toTree(child, context);
    if (child.tree !== null) children.push(child.tree as T);
  }
  return children;
}

/** Return the tree of a block; `null` for a paragraph that shows nothing. */
function toTree(node: BlockNode, context: TreeContext): BlockTree | null {
  switch (node.kind) {
    case 'blockquote':
      return readAlert(node, context) ?? { type: 'blockquote', children: toChildren(node, context) };
    case 'list':
      return {
        type: 'list',
        start: node.marker!.start,
        tight: node.tight,
        children: toChildren<ListItem>(node, context),
      };
    case 'listItem':
      return { type: 'listItem', checked: node.checked, children: toChildren(node, context) };
    case 'heading':
      return {
        type: 'heading',
        depth: node.level as Heading['depth'],
        outlineLevel: node.outlineLevel,
        children: toInlines(node, node.text, node.open, context),
      };
    case 'code': {
      const isUnfinished = node.open && node.fence === null;
      const value = isUnfinished ? withoutBlankLinesAtEnd(node.text) : node.text;
      return { type: 'code', language: node.language, title: node.title, value };
    }
    case 'html':
      return context.useExtensions()!.toHtml(node);
    case 'table':
      return { type: 'table', align: node.align, children: toChildren<TableRow>(node, context) };
    case 'tableRow':
      // Only the extensions start a table.
      return context.useExtensions()!.toTableRow(node, (text, open) => toInlines(node, text, open, context));
    case 'tabGroup':
    case 'tab':
    case 'callout':
    case 'footnote':
    case 'math':
      return context.useExtensions()!.toExtendedTree(
        node,
        () => toChildren(node, context),
        (text) => toInlines(node, text, false, context),
      );
    case 'thematicBreak':
      return { type: 'thematicBreak' };
    default: {
      const written = isAlertStart(node)
        ? context.useExtensions()?.withoutAlertMark(node.text, node.open)
        : null;
      const whole = written ?? node.text;
      const text = node.open ? decidedText(whole, context.useExtensions) : whole;
      const children = toInlines(node, text, node.open, context);
      return children.length > 0 ? { type: 'paragraph', children } : null;
    }
  }
}

/** Return the callout that a quote is which begins with its mark. */
function readAlert(quote: BlockNode, context: TreeContext): BlockTree | null {
  const [first] = quote.children;
  if (!first || !isAlertStart(first)) return null;
  return context.useExtensions()?.toAlert(first.text, toChildren(quote, context)) ?? null;
}

function isAlertStart({ kind, text, parent }: BlockNode): boolean {
  return kind === 'paragraph' && parent?.kind === 'blockquote' && text.startsWith('[!');
}

function toInlines(
  node: BlockNode,
  text: string,
  open: boolean,
  { references, isFinished, useExtensions }: TreeContext,
): Inline[] {
  return parseInlines(text, {
    useExtensions,
    open,
    awaitsDefinitions: !isFinished,
    references,
    onMissing(label, isAwaited) {
      // An open block is parsed again anyway.
      if (!node.open) references.addMissing(label, node, isAwaited);
    },
  });
}

/** Return the part of an open paragraph's text that will surely be part of a paragraph. */
function decidedText(text: string, useExtensions: UseExtensions): string {
  let decided = trimSpacesAtEnd(text);
  if (HALF_WRITTEN_LABEL.test(decided)) return '';
  if (DEFINITION_START.test(decided)) decided = useExtensions()?.withoutDefinitions(decided) ?? decided;
  const prose = decided.replace(CODE, '');
  // What may be the head of a table only shows when the next line has come.
  return prose.includes('|', prose.lastIndexOf('\n') + 1)
    ? (useExtensions()?.withoutTableHead(decided) ?? decided)
    : decided;
}
