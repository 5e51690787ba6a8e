import { css } from '../styles/css.ts';
import type { InlineMath, MathBlock } from '../../../markdown/tree.ts';
import { lazy } from '../lazy.ts';
import type { LiveOptions } from './markdown-options.ts';
import { addStyles } from '../styles/add-styles.ts';
import { create, SCROLLABLE } from './markdown-nodes.ts';

type Formula = MathBlock | InlineMath;

/** Loaded with the first formula; without it formulas are code, until a later one loads it. */
const math = lazy(
  async () => {
    const [{ createMathNode }, temml] = await Promise.all([import('./math-node.ts'), loadTemml()]);
    return temml === null
      ? () => null
      : (formula: string, isDisplayed: boolean) => createMathNode(temml.render, formula, isDisplayed);
  },
  {
    onChange: () => {
      if (!math.value) return;
      for (const entry of waiting) showMath(...entry);
      waiting.clear();
    },
  },
);

/**
 * Load Temml. It is optional, and some bundlers that do not find it fail unless its `import()` is in a `try` block.
 *
 * @returns `null` where it is not installed: what says so names the package, and no address
 */
async function loadTemml() {
  try {
    return (await import('temml')).default;
  } catch (error) {
    const { message } = error as Error;
    if (message.includes('temml') && !message.includes('://')) return null;
    throw error;
  }
}

/** Formulas that are drawn as code because what draws them better is not loaded. */
const waiting = new Map<Element, Formula>();

/** Draw a formula: as MathML, or as code where it is not finished, not valid, or what draws it is not loaded. */
export function drawMath(
  node: ChildNode | null,
  old: Formula | null,
  next: Formula,
  live: () => LiveOptions,
): Element {
  const isClosed = next.type === 'inlineMath' || next.isClosed;
  const code = old === null ? null : (node as Element).querySelector(':scope > code');
  if (!isClosed && code) {
    code.textContent = next.value;
    return node as Element;
  }
  const isDisplayed = next.type === 'math' || next.isDisplayed;
  const element = create(
    next.type === 'math' ? 'div' : 'span',
    { className: isDisplayed ? 'math displayed' : 'math', dir: 'ltr' },
    create('code', { dir: 'ltr' }, next.value),
  );
  if (isClosed) drawAsMath(element, next, live);
  queueMicrotask(() => addStyles(element.getRootNode(), markdownMathStyles));
  return element;
}

function drawAsMath(element: Element, formula: Formula, live: () => LiveOptions): void {
  if (math.value) return showMath(element, formula);
  waiting.set(element, formula);
  void math.load().then(() => live().onLoad?.(math));
}

function showMath(element: Element, { type, value, ...formula }: Formula): void {
  const isDisplayed = type === 'math' || ('isDisplayed' in formula && formula.isDisplayed);
  const drawn = math.value!(value, isDisplayed);
  if (drawn === null) return;
  element.replaceChildren(drawn);
  // What is wider than the page scrolls, and has to be reachable by keyboard for that.
  requestAnimationFrame(() => {
    if (element.scrollWidth > element.clientWidth && isDisplayed)
      Object.assign(element, SCROLLABLE, { ariaLabel: value });
  });
}

/** What formulas look like: what MathML leaves to the page. Names with `tml` are those that Temml gives. */
const markdownMathStyles = css`
  .prose .math {
    unicode-bidi: isolate;
  }
  .prose .math.displayed {
    display: block;
    margin: var(--_gap) 0;
    overflow-x: auto;
    overflow-y: hidden;
    text-align: center;
  }
  .math > code {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .math.displayed > code {
    display: block;
    padding: 0.6em 0.9em;
    text-align: start;
  }
  math {
    font-size: 1em;
    line-height: normal;
    text-indent: 0;
  }
  .math.displayed > math {
    display: block math;
    inline-size: max-content;
    min-inline-size: 100%;
    padding-block: 0.2em;
  }
  .tml-left {
    text-align: start;
  }
  .tml-right {
    text-align: end;
  }
  menclose {
    position: relative;
  }
  .tml-overline {
    padding-block-start: 0.1em;
    border-block-start: 0.065em solid;
  }
  .tml-underline {
    padding-block-end: 0.1em;
    border-block-end: 0.065em solid;
  }
  .tml-cancel {
    display: inline-block;
    position: absolute;
    inset: 0;
    background: currentColor;
  }
  .upstrike {
    clip-path: polygon(0.05em 100%, 0 calc(100% - 0.05em), calc(100% - 0.05em) 0, 100% 0.05em);
  }
  .downstrike {
    clip-path: polygon(0 0.05em, 0.05em 0, 100% calc(100% - 0.05em), calc(100% - 0.05em) 100%);
  }
`;
