import { css } from '../styles/css.ts';
import type { Block, Inline, Tab, TabGroup } from '../../../markdown/tree.ts';
import { storageKey, type ValueReader } from '../../../state/storage/storage.ts';
import { isVisible, withoutDirectionControls } from '../links/link-host.ts';
import { addStyles } from '../styles/add-styles.ts';
import { create, drawAll, type Draw } from './markdown-nodes.ts';
import type { LiveOptions, ReaderChoices } from './markdown-options.ts';

/** Maximum number of labels that are remembered, the last chosen first. */
const MAX_CHOSEN_LABELS = 20;

/** Where a key moves among so many tabs; `ArrowRight` is the next one where text runs from left to right. */
const MOVES: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Number of the last tab that was given an id. */
let lastId = 0;

/**
 * Draw a group of tabs. The label that a reader chooses is chosen in all groups that have it, and remembered. A group that
 * is growing keeps the tab that it shows.
 */
export function drawTabGroup(
  node: ChildNode | null,
  old: TabGroup | null,
  next: TabGroup,
  drawBlock: Draw<Block | Inline>,
  live: () => LiveOptions,
): Element {
  const group = old ? (node as HTMLElement) : createGroup(live);
  const list = group.firstElementChild as HTMLElement;
  drawAll<Tab>(group, old?.children, next.children, (panelNode, oldTab, nextTab) => {
    const panel = panelNode ? (panelNode as HTMLElement) : createPanel();
    drawAll(panel, oldTab?.children, nextTab.children, drawBlock);
    return panel;
  });
  next.children.forEach(({ label }, index) => {
    const panel = group.children[index + 1] as HTMLElement;
    const tab = (list.children[index] as HTMLElement | undefined) ?? addTab(list, panel);
    const shown = isVisible(label) ? withoutDirectionControls(label) : `${index + 1}`;
    if (tab.textContent === shown) return;
    tab.textContent = shown;
    panel.ariaLabel = shown;
  });
  while (list.children.length > next.children.length) list.lastElementChild!.remove();
  if (tabsOf(group).every((tab) => tab.ariaSelected !== 'true')) {
    const labels = readChosen(live().choices);
    const chosen = labels.map((label) => findTab(group, label)).find((tab) => tab !== undefined);
    const first = chosen ?? tabsOf(group)[0];
    if (first) select(first);
  }
  return group;
}

function createGroup(live: () => LiveOptions): HTMLElement {
  const list = create('div', { className: 'tab-list', role: 'tablist' });
  const group = create('div', { className: 'tab-group', part: 'tab-group' }, list);
  list.addEventListener('click', ({ target }) => {
    const tab = (target as Element).closest<HTMLElement>('[role=tab]');
    if (tab) choose(tab, live().choices);
  });
  list.addEventListener('keydown', (event) => handleKey(event, live));
  queueMicrotask(() => addStyles(group.getRootNode(), markdownTabsStyles));
  return group;
}

function createPanel(): HTMLElement {
  return create('div', {
    className: 'tab-panel',
    role: 'tabpanel',
    id: `tab-panel-${++lastId}`,
    hidden: true,
  });
}

function addTab(list: HTMLElement, panel: HTMLElement): HTMLElement {
  const tab = create('button', {
    type: 'button',
    className: 'tab',
    part: 'tab',
    role: 'tab',
    ariaSelected: 'false',
    tabIndex: -1,
    dir: 'auto',
  });
  tab.setAttribute('aria-controls', panel.id);
  list.append(tab);
  return tab;
}

function handleKey(event: KeyboardEvent, live: () => LiveOptions): void {
  const tab = (event.target as Element).closest<HTMLElement>('[role=tab]');
  const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  const move = Object.hasOwn(MOVES, event.key) && !isModified ? event.key : null;
  if (tab === null || move === null) return;
  event.preventDefault();
  const tabs = [...tab.parentElement!.children] as HTMLElement[];
  const isReversed = getComputedStyle(tab.parentElement!).direction === 'rtl';
  const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };
  const key = (isReversed && mirrored[move]) || move;
  const reached = tabs[MOVES[key]!(tabs.indexOf(tab), tabs.length)]!;
  choose(reached, live().choices);
  reached.focus();
}

/** Select a tab, and that of its name in all groups. It stays where it is on the screen. */
function choose(tab: HTMLElement, choices: ReaderChoices | undefined): void {
  const label = tab.textContent;
  const others = readChosen(choices).filter((other) => other !== label);
  choices?.storage.write(storageKey(choices.site, 'tabs'), [label, ...others].slice(0, MAX_CHOSEN_LABELS));
  const before = tab.getBoundingClientRect().top;
  for (const group of (tab.getRootNode() as ParentNode).querySelectorAll('.tab-group')) {
    const same = group === tab.closest('.tab-group') ? tab : findTab(group, label);
    if (same) select(same);
  }
  const scroller = tab.closest('.messages');
  if (scroller) scroller.scrollTop += tab.getBoundingClientRect().top - before;
}

function select(selected: HTMLElement): void {
  const group = selected.closest('.tab-group')!;
  tabsOf(group).forEach((tab, index) => {
    const isSelected = tab === selected;
    tab.ariaSelected = String(isSelected);
    tab.tabIndex = isSelected ? 0 : -1;
    (group.children[index + 1] as HTMLElement).hidden = !isSelected;
  });
}

function tabsOf(group: Element): HTMLElement[] {
  return [...group.firstElementChild!.children] as HTMLElement[];
}

function findTab(group: Element, label: string): HTMLElement | undefined {
  return tabsOf(group).find(({ textContent }) => textContent === label);
}

function readChosen(choices: ReaderChoices | undefined): readonly string[] {
  return choices?.storage.read(storageKey(choices.site, 'tabs'), readLabels) ?? [];
}

/** Read labels from storage, which any script of the site can write. */
const readLabels: ValueReader<readonly string[]> = (value) =>
  Array.isArray(value) && value.every((label) => typeof label === 'string')
    ? value.slice(0, MAX_CHOSEN_LABELS)
    : null;

/** What groups of tabs look like. */
const markdownTabsStyles = css`
  /* Weak, so that those of first and last blocks win. */
  :where(.prose) .tab-group {
    margin: var(--_gap) 0;
  }
  .tab-list {
    display: flex;
    overflow-x: auto;
    border-block-end: 1px solid var(--_border);
    scrollbar-width: thin;
  }
  .tab {
    flex: none;
    max-inline-size: 16em;
    min-block-size: 32px;
    padding: 0.3em 0.9em;
    overflow: hidden;
    border-block-end: 2px solid transparent;
    color: var(--_muted);
    font-size: 0.8667em;
    text-overflow: ellipsis;
    white-space: nowrap;
    outline-offset: -2px;
  }
  .tab:hover {
    color: var(--_text);
  }
  .tab[aria-selected='true'] {
    border-block-end-color: var(--_accent);
    color: var(--_text);
    font-weight: 600;
  }
  .tab-panel {
    padding-block-start: 0.6em;
  }
  .prose .tab-panel > :first-child {
    margin-block-start: 0;
  }
  .prose .tab-panel > :last-child {
    margin-block-end: 0;
  }
  @media (forced-colors: active) {
    .tab {
      border-block-end-color: Canvas;
    }
    .tab[aria-selected='true'] {
      border-block-end-color: Highlight;
    }
  }
  /* On paper, all of them, each below its name. */
  @media print {
    .tab-list {
      display: none;
    }
    .tab-panel[hidden] {
      display: block;
    }
    .tab-panel::before {
      content: attr(aria-label);
      font-weight: 600;
    }
  }
`;
