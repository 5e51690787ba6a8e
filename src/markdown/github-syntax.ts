import type { BlockNode, BlockRule, BlockStart } from './block-node.ts';

/** Footnotes and tasks, as GitHub has them. */

const FOOTNOTE = /^\[(\^[^\s[\]]{1,60})\]:[ \t]*/;
const TASK = /^\[([ xX])\][ \t]+(?=\S)/;
const INDENT = 4;

/** The rule of a block whose content is indented below its first line. */
export const indented: BlockRule = {
  isEnd: () => false,
  continues: (_, content, indent) => (content === '' ? 0 : indent < INDENT ? -1 : INDENT),
};

/** Return the footnote that a line starts; `null` when it starts none. */
export function readFootnoteStart(content: string): BlockStart | null {
  const footnote = FOOTNOTE.exec(content);
  return (
    footnote && {
      kind: 'footnote',
      rule: indented,
      title: footnote[1]!,
      rest: content.slice(footnote[0].length),
    }
  );
}

/** Make an item a task that begins with a box. */
export function readTask(paragraph: BlockNode): void {
  const item = paragraph.parent!;
  const task = item.kind === 'listItem' && item.children.length === 1 && TASK.exec(paragraph.text);
  if (!task) return;
  item.checked = task[1] !== ' ';
  paragraph.text = paragraph.text.slice(task[0].length);
}
