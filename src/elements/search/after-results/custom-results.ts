import { createElement } from '../../shared/dom/create-element.ts';
import type { SearchContext } from '../context.ts';
import type { Hit } from '../panel/hits.ts';
import { createSegments, type DrawContent, type ResultNodes } from '../panel/result-pages.view.ts';
import type { ResultContent, ResultRenderer } from '../result-renderer.ts';

/** Maximum number of characters and elements of a result, because a list of 50 is drawn at once. */
const MAX_TEXT = 2_000;
const MAX_ELEMENTS = 100;
/** Elements that an option must not contain, because it is a link itself, and found by its id. */
const FORBIDDEN =
  'a, button, input, select, textarea, label, summary, iframe, object, embed, audio, video, [tabindex], [contenteditable], [role=option], [id]';

/** The content of results, drawn by the page's `renderResult`. */
export class CustomResults {
  readonly #context: SearchContext;
  #renderer: ResultRenderer | undefined;
  #draw: DrawContent | undefined;

  constructor(context: SearchContext) {
    this.#context = context;
  }

  /** Draws the content of a hit. A new function for each renderer, so that a change of it redraws the results; `undefined` without one. */
  get draw(): DrawContent | undefined {
    const { renderResult } = this.#context.host;
    if (renderResult !== this.#renderer) {
      this.#renderer = renderResult;
      this.#draw = renderResult && createDraw(renderResult);
    }
    return this.#draw;
  }
}

/** Wrap a renderer: if it fails, draw the standard content, and warn once in the console. */
function createDraw(renderer: ResultRenderer): DrawContent {
  let hasWarned = false;
  return (hit, standard) => {
    try {
      return drawHit(renderer, hit, standard);
    } catch (error) {
      if (!hasWarned)
        console.warn('<docs-search>: renderResult failed, the standard result is shown.', error);
      hasWarned = true;
      return null;
    }
  };
}

function drawHit(renderer: ResultRenderer, hit: Hit, standard: ResultNodes): ResultNodes | null {
  const { result, query, index, pageTitle: page, trail, title, excerpt } = hit;
  const content: ResultContent = {
    query,
    index,
    page,
    trail,
    heading: () => createFragment(createSegments(title)),
    excerpt: () => createFragment(createSegments(excerpt)),
    standard: () =>
      createFragment(standard.map((node) => (typeof node === 'string' ? node : node.cloneNode(true)))),
  };
  const drawn = renderer(result, content);
  if (drawn == null) return null;
  if (typeof drawn !== 'string' && !(drawn instanceof Node))
    throw new TypeError('It returned neither a node nor a string: return one, or null.');
  const element = createElement('span', { className: 'custom' }, drawn);
  check(element);
  return [element];
}

function check(element: Element): void {
  const forbidden = element.querySelector(FORBIDDEN);
  if (forbidden)
    throw new Error(
      `A result is a link, and cannot contain <${forbidden.localName}>: leave out links, controls and ids.`,
    );
  if (!element.textContent.trim())
    throw new Error('The result has no text: a screen reader would have nothing to read.');
  if (element.textContent.length > MAX_TEXT || element.querySelectorAll('*').length > MAX_ELEMENTS)
    throw new RangeError(
      `The result is larger than ${MAX_TEXT} characters and ${MAX_ELEMENTS} elements: show less of it.`,
    );
}

function createFragment(children: ResultNodes): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...children);
  return fragment;
}
