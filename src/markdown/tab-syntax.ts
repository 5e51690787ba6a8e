import type { BlockNode, BlockRule, BlockStart } from './block-node.ts';
import type { Block, Tab, TabGroup } from './tree.ts';

/**
 * Groups of tabs, as generators of documentation write them: `::: code-group` around fences with `[labels]` (VitePress), fences
 * with `tab="Label"` one after the other (Fumadocs), `=== "Label"` above indented blocks (Material for MkDocs), and
 * `<TabItem label="Label">` in `<Tabs>` (Docusaurus, Starlight, Nextra).
 */

/** Maximum number of tabs of a group; what would be a further one is part of the last. */
export const MAX_TABS = 12;

/** Maximum number of characters of a label; a longer one is cut. */
export const MAX_TAB_LABEL_LENGTH = 60;

/** Maximum number of characters of a tag that are read. Where it has no end by then, content begins with the next line, as after a blank one. */
export const MAX_TAG_LENGTH = 1_000;

/** Maximum nesting depth of groups. */
export const MAX_TAB_GROUP_DEPTH = 2;

const CODE_GROUP = /^(:{3,})[ \t]*code-group(?=[ \t]|$)/;
const COLONS = /^:{3,}(?=[ \t]*$)/;
const INDENTED_TAB = /^===[!+]?[ \t]+(["'])(.+)\1[ \t]*$/;
const FENCE_TAB = /^(?:`{3,}|~{3,}).*\stab=["']/;
const OPENING_TABS = /^<Tabs(?:(?:[ \t][^<>]*)?>[ \t]*|[ \t]+[\w-]+=[^<>]*|[ \t]*)$/;
const CLOSING_TABS = /^<\/Tabs>[ \t]*$/;
const OPENING_TAB = /^<(?:Tabs\.)?Tab(?:Item)?(?:[ \t][^<>]*)?(?:>[ \t]*)?$/;
const CLOSING_TAB = /^<\/(?:Tabs\.)?Tab(?:Item)?>[ \t]*$/;
const TAG = /^<\/?Tab/;
const TAG_END = />[ \t]*$/;
/** A list of labels in the tag of a group: `items={['npm', 'pnpm']}`. */
const ITEMS = /\sitems=\{\s*\[([^\]]*)\]/;
const INDENT = 4;
/** More columns than any line has. */
const WHOLE_LINE = Infinity;

const never = (): boolean => false;

const indentedGroup: BlockRule = {
  isEnd: never,
  continues: (_, content, indent) =>
    content === '' || indent >= INDENT || INDENTED_TAB.test(content) ? 0 : -1,
};
const indentedTab: BlockRule = {
  isEnd: never,
  continues: (_, content, indent) => {
    if (content === '') return 0;
    return indent < INDENT ? -1 : INDENT;
  },
};
const labelledFences: BlockRule = {
  leavesLine: true,
  isEnd: never,
  continues: (node, content) =>
    node.children.at(-1)?.open || content === '' || FENCE_TAB.test(content) ? 0 : -1,
};
const taggedGroup: BlockRule = {
  isEnd: (content, reached) => reached.kind !== 'code' && CLOSING_TABS.test(content),
  continues(node, content, indent) {
    if (continuesTag(node, content)) return WHOLE_LINE;
    return TAG.test(content) ? indent : 0;
  },
};
const taggedTab: BlockRule = {
  isEnd: (content, reached) => reached.kind !== 'code' && CLOSING_TAB.test(content),
  continues(node, content, indent) {
    if (continuesTag(node, content)) return WHOLE_LINE;
    if (content === '') return 0;
    if (node.contentIndent < 0) node.contentIndent = indent;
    return Math.min(indent, node.contentIndent);
  },
};

/** Add a line to the opening tag of a block, which is its title, if that has not ended. */
function continuesTag(node: BlockNode, content: string): boolean {
  const { title } = node;
  const hasEnded = TAG_END.test(title) || title.endsWith('\n') || title.length > MAX_TAG_LENGTH;
  if (!hasEnded) node.title += content === '' ? '\n' : ` ${content}`;
  return !hasEnded;
}

/** Return the blocks that a line starts in a container, outermost first; `null` when it starts none. */
export function readTabStart(content: string, parent: BlockNode): readonly BlockStart[] | null {
  const indented = INDENTED_TAB.exec(content);
  if (indented) {
    const tab = readTab(indented[2]!, indentedTab, parent.rule === indentedGroup ? parent : null);
    if (tab === null || parent.rule === indentedGroup) return tab;
    return startGroup(parent, indentedGroup, tab);
  }
  const colons = CODE_GROUP.exec(content)?.[1];
  if (colons !== undefined) return startGroup(parent, fencedGroup(colons.length));
  if (FENCE_TAB.test(content)) return parent.kind === 'tabGroup' ? null : startGroup(parent, labelledFences);
  if (OPENING_TABS.test(content)) return startGroup(parent, taggedGroup, [], content);
  const isTab = parent.rule === taggedGroup && OPENING_TAB.test(content);
  return isTab ? readTab(content, taggedTab, parent) : null;
}

function fencedGroup(length: number): BlockRule {
  return {
    isEnd: (content, reached) => reached.kind !== 'code' && (COLONS.exec(content)?.[0].length ?? 0) >= length,
    continues: () => 0,
  };
}

function startGroup(
  parent: BlockNode,
  rule: BlockRule,
  tab: readonly BlockStart[] = [],
  title = '',
): readonly BlockStart[] | null {
  let depth = 0;
  for (let node: BlockNode | null = parent; node; node = node.parent) if (node.kind === 'tabGroup') depth++;
  return depth < MAX_TAB_GROUP_DEPTH ? [{ kind: 'tabGroup', rule, title }, ...tab] : null;
}

function readTab(title: string, rule: BlockRule, group: BlockNode | null): readonly BlockStart[] | null {
  const isFull = group !== null && group.children.length >= MAX_TABS;
  return isFull ? null : [{ kind: 'tab', rule, title }];
}

/** Return the label of a tab: that which its tag states, or the list in the tag of its group. */
export function readTabLabel(tab: BlockNode): string {
  const { title, rule, parent } = tab;
  if (rule !== taggedTab) return title;
  const tag = title.slice(0, MAX_TAG_LENGTH);
  for (const name of ['label', 'title', 'value']) {
    const value = new RegExp(`\\s${name}=\\{?(["'])(.*?)\\1`).exec(tag);
    if (value) return value[2]!;
  }
  const items = ITEMS.exec(parent!.title.slice(0, MAX_TAG_LENGTH))?.[1] ?? '';
  const labels = [...items.matchAll(/(["'])(.*?)\1/g)];
  return labels[parent!.children.indexOf(tab)]?.[2] ?? '';
}

/** The tabs that code blocks in a group become: each code block has one for as long as it lives. */
const codeTabs = new WeakMap<Block, Tab>();

/** Return a tab with a label that can be drawn. */
export function toTab(label: string, children: readonly Block[]): Tab {
  const shown = label.trim();
  const isLong = shown.length > MAX_TAB_LABEL_LENGTH;
  return { type: 'tab', label: isLong ? `${shown.slice(0, MAX_TAB_LABEL_LENGTH)}…` : shown, children };
}

/** Return a group, in which each code block is a tab, and what else stands between tabs is part of the one before. */
export function toTabGroup(blocks: readonly (Block | Tab)[]): TabGroup {
  const children: Tab[] = [];
  for (const block of blocks) {
    if (block.type === 'tab') children.push(block);
    else if (block.type === 'code' && children.length < MAX_TABS) {
      const tab = codeTabs.get(block) ?? toTab(block.title || block.language, [{ ...block, title: '' }]);
      codeTabs.set(block, tab);
      children.push(tab);
    } else {
      const last = children.pop() ?? toTab('', []);
      children.push({ ...last, children: [...last.children, block] });
    }
  }
  return { type: 'tabGroup', children };
}
