import type { DocsFilter } from '../../../protocol/api.ts';
import { createElement, createIcon } from '../../shared/dom/create-element.ts';
import { keepEqual } from '../../shared/dom/set-children.ts';
import { isSameLanguage } from './has-choices.ts';
import { optionId, type Hit, type HitPage, type Segment } from './hits.ts';

const PAGE_ICON =
  'M11.5 3H6.3A1.3 1.3 0 0 0 5 4.3v11.4A1.3 1.3 0 0 0 6.3 17h7.4a1.3 1.3 0 0 0 1.3-1.3V6.5zM11.5 3v3.5H15';
const SECTION_ICON = 'M8 4v12M12 4v12M4 8h12M4 12h12';

export const createSpan = createElement.bind(null, 'span');

/** The content of a result. */
export type ResultNodes = readonly (Node | string)[];

/** Draw the content of a hit, or return `null` for the standard content. */
export type DrawContent = (hit: Hit, standard: ResultNodes) => ResultNodes | null;

/** Input of the drawing. `first` is the position of the first option in the list. A part that has changed is not identical. */
type Input = [
  pages: readonly HitPage[],
  filter: DocsFilter,
  first: number,
  drawContent: DrawContent | undefined,
];

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
  { title, version, language, hits }: HitPage,
  filter: DocsFilter,
  first: number,
  drawContent: DrawContent | undefined,
): HTMLElement {
  const badges = [filter.version ? '' : version, isSameLanguage(filter.language, language) ? '' : language]
    .filter(Boolean)
    .flatMap((badge) => [' ', createSpan({ part: 'badge', className: 'badge' }, badge)]);
  return createElement(
    'div',
    { className: hits[1] ? 'page several' : 'page', part: 'page', role: 'group', ariaLabel: title },
    ...hits.map((hit, place) => createHit(hit, first, place ? [] : badges, drawContent)),
  );
}

function createHit(
  hit: Hit,
  first: number,
  badges: ResultNodes,
  drawContent: DrawContent | undefined,
): HTMLElement {
  const { link, index, isIntroduction, isHeading, title, breadcrumb, excerpt } = hit;
  // What has matched is in the title, or else in the excerpt, which then takes the place below it.
  const isQuoted = isHeading || (excerpt.length > 0 && !title.some(({ marked }) => marked));
  const standard = createSpan(
    { className: isQuoted ? 'row quoted' : 'row' },
    createIcon(isIntroduction ? PAGE_ICON : SECTION_ICON),
    createSpan(
      { className: 'head' },
      createSpan(
        { part: isHeading ? 'page-title' : 'result-title', className: 'title' },
        ...createSegments(title),
      ),
      ...badges,
    ),
    ' ',
    createSpan({ part: 'result-path', className: 'path' }, breadcrumb),
    ' ',
    createSpan({ part: 'result-excerpt', className: 'excerpt' }, ...createSegments(excerpt)),
  );
  return createElement(
    'a',
    {
      part: 'result',
      className: 'option',
      id: optionId(first + index),
      role: 'option',
      tabIndex: -1,
      ariaSelected: 'false',
      ...link,
    },
    ...(drawContent?.(hit, [standard]) ?? [standard]),
  );
}

/** Create the nodes of segments, with matches in `<mark>`. */
export function createSegments(segments: readonly Segment[]): (Node | string)[] {
  return segments.map(({ text, marked }) => (marked ? createElement('mark', { part: 'mark' }, text) : text));
}
