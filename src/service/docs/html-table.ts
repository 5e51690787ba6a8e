import type { BlockContent, Nodes, PhrasingContent, RootContent, Table, TableRow } from 'mdast';
import { textOf } from '../../engine/answer/text-of.ts';
import { textAttribute, type Jsx } from './component-attributes.ts';

/** Maximum number of cells that one cell takes. */
const MAX_SPAN = 100;

/** Turn the elements of a table into one of Markdown. @param contentOf returns the content of a cell as blocks */
export function htmlTable(table: Jsx, contentOf: (cell: Jsx) => BlockContent[]): RootContent[] {
  const rows: PhrasingContent[][][] = [];
  const before: RootContent[] = [];
  const visit = (node: Jsx): void => {
    for (const child of node.children as Nodes[]) {
      if (child.type !== 'mdxJsxFlowElement' && child.type !== 'mdxJsxTextElement') {
        // MDX takes elements alone in a line for a paragraph.
        if (child.type === 'paragraph') visit({ ...node, children: child.children } as Jsx);
        continue;
      }
      if (child.name === 'caption') before.push(...contentOf(child));
      else if (child.name === 'tr') rows.push([]);
      if (child.name === 'td' || child.name === 'th') {
        if (rows.length === 0) rows.push([]);
        const span = Math.min(Number(textAttribute(child, 'colspan', 'colSpan')[0]) || 1, MAX_SPAN);
        rows.at(-1)!.push(inLine(contentOf(child)), ...Array.from({ length: span - 1 }, () => []));
      } else if (child.name !== 'caption') visit(child);
    }
  };
  visit(table);
  const filled = rows.filter((row) => row.length > 0);
  const columns = filled.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns === 0) return before;
  const children = filled.map((cells): TableRow => ({
    type: 'tableRow',
    children: Array.from({ length: columns }, (_, at) => ({ type: 'tableCell', children: cells[at] ?? [] })),
  }));
  return [...before, { type: 'table', align: null, children } satisfies Table];
}

/** Write blocks in one line. */
function inLine(blocks: readonly BlockContent[]): PhrasingContent[] {
  return blocks.flatMap((block, at): PhrasingContent[] => {
    const blank: PhrasingContent[] = at === 0 ? [] : [{ type: 'text', value: ' ' }];
    if (block.type === 'paragraph') return [...blank, ...block.children];
    if (block.type === 'code')
      return [...blank, { type: 'inlineCode', value: block.value.replace(/\s+/g, ' ') }];
    const parts = block.type === 'list' ? block.children.map(textOf) : [textOf(block)];
    return [...blank, { type: 'text', value: parts.join(', ') }];
  });
}
