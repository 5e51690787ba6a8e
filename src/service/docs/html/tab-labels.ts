import type { Element } from 'hast';
import { attributeOf, classesOf, lineOf, textOfHast, walkElements } from './hast.ts';

/** Tab lists of generators, and single labels beside their panels. */
const LABEL_LISTS = new Set([
  'tabs',
  'tabbed-labels',
  'tab-labels',
  'tablist',
  'sphinx-tabs-list',
  'nav-tabs',
]);
const SINGLE_LABELS = new Set(['sd-tab-label', 'tab-label', 'tabbed-label']);
const PANELS = new Set([
  'tabbed-block',
  'tabbed-content--single',
  'sd-tab-content',
  'sphinx-tabs-panel',
  'tab-pane',
  'tab-panel',
]);

/**
 * The labels of the tabs of a page. A panel names its label, is named by it, or has the same position as it in the last tab list
 * with unused labels.
 */
export class TabLabels {
  readonly #byPanel = new Map<string, string>();
  readonly #byTab = new Map<string, string>();
  readonly #waiting: string[][] = [];

  constructor(content: readonly Element[]) {
    for (const element of content) {
      walkElements(element, (tab) => {
        if (attributeOf(tab, 'role') !== 'tab') return;
        const label = labelOf(tab);
        const id = attributeOf(tab, 'id');
        const link = /^#(.+)/.exec(attributeOf(tab, 'href') ?? '')?.[1];
        for (const panel of [attributeOf(tab, 'ariaControls'), link]) {
          if (panel !== undefined) this.#byPanel.set(panel, label);
        }
        if (id !== undefined) this.#byTab.set(id, label);
      });
    }
  }

  /** Take the labels of an element if it is a tab list, which then contains nothing else of interest. */
  take(element: Element): boolean {
    const labels = listLabels(element);
    if (labels === null) return false;
    this.#waiting.push(labels);
    return true;
  }

  /** Return the label of a panel; `undefined` for any other element, and for a panel without one. */
  labelOf(element: Element, parent: Element | undefined): string | undefined {
    if (!isPanel(element, parent)) return undefined;
    while (this.#waiting.at(-1)?.length === 0) this.#waiting.pop();
    const next = this.#waiting.at(-1)?.shift();
    const named =
      this.#byPanel.get(attributeOf(element, 'id') ?? '') ??
      this.#byTab.get(attributeOf(element, 'ariaLabelledBy') ?? '');
    return named ?? next;
  }
}

function listLabels(element: Element): string[] | null {
  const classes = classesOf(element);
  const isLabel = element.tagName === 'label' || classes.some((name) => SINGLE_LABELS.has(name));
  if (
    element.tagName === 'label' &&
    attributeOf(element, 'for') === undefined &&
    attributeOf(element, 'htmlFor') === undefined
  )
    return null;
  if (isLabel) return [labelOf(element)];
  const isList = attributeOf(element, 'role') === 'tablist' || classes.some((name) => LABEL_LISTS.has(name));
  if (!isList) return null;
  const labels: string[] = [];
  let hasPanel = false;
  walkElements(element, (child) => {
    if (child === element) return true;
    hasPanel ||= isPanel(child, undefined) || child.tagName === 'pre';
    const isTab = attributeOf(child, 'role') === 'tab' || /^(?:label|button)$/.test(child.tagName);
    if (isTab) labels.push(labelOf(child));
    return !isTab;
  });
  // Skip a container of both labels and panels, which some themes give the class of a tab list.
  return hasPanel || labels.length === 0 ? null : labels;
}

function isPanel(element: Element, parent: Element | undefined): boolean {
  if (attributeOf(element, 'role') === 'tabpanel') return true;
  if (classesOf(element).some((name) => PANELS.has(name))) return true;
  // VitePress: the blocks of a code group. Old Material: each content after its label.
  const outer = parent === undefined ? [] : classesOf(parent);
  return (
    (outer.includes('blocks') && element.tagName === 'div') ||
    (outer.includes('tabbed-set') && classesOf(element).includes('tabbed-content') && !hasBlocks(element))
  );
}

function hasBlocks(element: Element): boolean {
  return element.children.some(
    (child) => child.type === 'element' && classesOf(child).includes('tabbed-block'),
  );
}

function labelOf(tab: Element): string {
  return lineOf(textOfHast(tab)) || attributeOf(tab, 'dataTitle') || attributeOf(tab, 'ariaLabel') || '';
}
