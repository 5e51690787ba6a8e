import type { DocsFilter } from '../../../protocol/api.ts';
import { createElement, createIcon } from '../../shared/dom/create-element.ts';
import { keepEqual } from '../../shared/dom/set-children.ts';
import { optionId, type Hit, type HitPage, type Segment } from './hits.ts';

const PAGE_ICON =
  'M11.5 3H6.3A1.3 1.3 0 0 0 5 4.3v11.4A1.3 1.3 0 0 0 6.3 17h7.4a1.3 1.3 0 0 0 1.3-1.3V6.5zM11.5 3v3.5H15';

export const createSpan = createElement.bind(null, 'span');

/** The content of a result. */
export type ResultNodes = readonly (Node | string)[];

/** Draw the content of a hit, or return `null` for the standard content. */
export type DrawContent = (hit: Hit, standard: ResultNodes) => ResultNodes | null;

/** Input of the drawing. A part that has changed is not identical. */
type Input = [pages: readonly HitPage[], filter: DocsFilter, drawContent: DrawContent | undefined];

/** Create a function that draws pages when they change. It keeps the elements of equal pages, which may be animated. */
export function createPagesDrawer(): (...input: Input) => readonly Element[] {
  let elements: readonly Element[] = [];
  let drawn: Partial<Input> = [];
  return (...input) => {
    if (input.some((value, index) => value !== drawn[index])) {
      drawn = input;
      const [pages, ...rest] = input;
      elements = pages.map((page, index) => keepEqual(elements[index], createPage(page, ...rest)));
    }
    return elements;
  };
}

function createPage(
  { title, path, version, language, hits }: HitPage,
  filter: DocsFilter,
  drawContent: DrawContent | undefined,
): HTMLElement {
  const createLocation = (): Element[] => [
    createSpan({ part: 'result-path', className: 'path' }, path),
    ...[filter.version ? '' : version, filter.language === language ? '' : language]
      .filter(Boolean)
      .map((badge) => createSpan({ part: 'badge', className: 'badge' }, badge)),
  ];
  return createElement(
    'div',
    { className: 'page', part: 'page', role: 'group', ariaLabel: title },
    hits[0]?.isIntroduction
      ? ''
      : createElement(
          'div',
          { className: 'page-line', role: 'presentation' },
          createIcon(PAGE_ICON),
          createSpan({ part: 'page-title', className: 'title' }, title),
          ...createLocation(),
        ),
    ...hits.map((hit) => createHit(hit, createLocation, drawContent)),
  );
}

function createHit(
  hit: Hit,
  createLocation: () => Element[],
  drawContent: DrawContent | undefined,
): HTMLElement {
  const { link, index, isIntroduction, title, trail, excerpt } = hit;
  const heading = createSpan({ part: 'result-title', className: 'title' }, ...createSegments(title));
  const line = isIntroduction
    ? createSpan({ className: 'page-line' }, createIcon(PAGE_ICON), heading, ...createLocation())
    : createSpan(
        { className: 'section-line' },
        heading,
        trail && createSpan({ part: 'result-path', className: 'path' }, trail),
      );
  const standard = [
    line,
    ' ',
    createSpan({ part: 'result-excerpt', className: 'excerpt' }, ...createSegments(excerpt)),
  ];
  return createElement(
    'a',
    {
      part: 'result',
      className: 'option',
      id: optionId(index),
      role: 'option',
      tabIndex: -1,
      ariaSelected: 'false',
      ...link,
    },
    ...(drawContent?.(hit, standard) ?? standard),
  );
}

/** Create the nodes of segments, with matches in `<mark>`. */
export function createSegments(segments: readonly Segment[]): (Node | string)[] {
  return segments.map(({ text, marked }) => (marked ? createElement('mark', { part: 'mark' }, text) : text));
}
