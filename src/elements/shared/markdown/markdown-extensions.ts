import type { Image, Table, TableRow } from '../../../markdown/tree.ts';
import { addStyles } from '../styles/add-styles.ts';
import { markdownExtensionsStyles } from './markdown-extensions.styles.ts';
import { create, drawAll, SCROLLABLE, type Draw, type DrawElement } from './markdown-nodes.ts';
import type { MarkdownText } from './markdown-options.ts';

export * from '../../../markdown/syntax-extensions.ts';

/** Longest text of a cell whose column may be as narrow as its longest word, in UTF-16 units. */
const MAX_NARROW_LENGTH = 24;

/** Draw a table, in a group that scrolls. */
export function drawTable(
  node: ChildNode | null,
  old: Table | null,
  next: Table,
  label: string,
  drawElement: DrawElement,
): Element {
  const drawRow =
    (cellName: string): Draw<TableRow> =>
    (rowNode, oldRow, nextRow) => {
      const row = oldRow ? (rowNode as Element) : create('tr');
      drawAll(row, oldRow?.children, nextRow.children, (cellNode, oldCell, nextCell) => {
        const before = oldCell?.align === nextCell.align ? oldCell : null;
        const cell = drawElement(cellName, cellNode, before, nextCell);
        if (before === null && nextCell.align !== null) cell.classList.add(`align-${nextCell.align}`);
        cell.classList.toggle('long', cell.textContent.length > MAX_NARROW_LENGTH);
        return cell;
      });
      return row;
    };
  const frame = old
    ? (node as Element)
    : withStyles(
        create(
          'div',
          { className: 'table' },
          create(
            'div',
            { ...SCROLLABLE, className: 'table-scroll', ariaLabel: label },
            create('table', {}, create('thead'), create('tbody')),
          ),
        ),
      );
  const [head, body] = frame.querySelector('table')!.children;
  drawAll(head!, old?.children.slice(0, 1), next.children.slice(0, 1), drawRow('th'));
  drawAll(body!, old?.children.slice(1), next.children.slice(1), drawRow('td'));
  return frame;
}

/** Create the item of a task. */
export function createTask(checked: boolean, text: MarkdownText): Element {
  const ariaLabel = text(checked ? 'taskDone' : 'taskOpen');
  const box = create('input', { type: 'checkbox', disabled: true, checked, ariaLabel });
  return withStyles(create('li', { className: 'task' }, box));
}

/** Create an image. */
export function createImage({ alt, title }: Image, src: string): Element {
  const image = create('img', {
    alt,
    loading: 'lazy',
    decoding: 'async',
    referrerPolicy: 'no-referrer',
    src,
  });
  if (title !== '') image.title = title;
  return withStyles(image);
}

/** Add the styles once the element is in its shadow tree, which it is when the drawing is done. */
function withStyles<E extends Element>(element: E): E {
  queueMicrotask(() => addStyles(element.getRootNode(), markdownExtensionsStyles));
  return element;
}
