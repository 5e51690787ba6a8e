import type { DocsFilter } from '../../../protocol/api.ts';
import { createElement, createIcon } from '../../shared/dom/create-element.ts';
import { keepEqual } from '../../shared/dom/set-children.ts';
import { FACET_NAMES } from './has-choices.ts';
import { optionId, type Hit, type HitPage, type Segment } from './hits.ts';

const PAGE_ICON =
  'M11.5 3H6.3A1.3 1.3 0 0 0 5 4.3v11.4A1.3 1.3 0 0 0 6.3 17h7.4a1.3 1.3 0 0 0 1.3-1.3V6.5zM11.5 3v3.5H15';
const SECTION_ICON = 'M8 4 7 16M13 4 12 16M4.5 8h11M4 12h11';

export const createSpan = createElement.bind(null, 'span');

/** The content of a result. */
export type ResultNodes = readonly (Node | string)[];

/** Draw the content of a hit, or return `null` for the standard content. */
export type DrawContent = (hit: Hit, standard: ResultNodes) => ResultNodes | null;

/** Input of the drawing. `first` is the position of the first result in the list. A part that has changed is not identical. */
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
      const [pages, { language = '' }, first, drawContent] = input;
      const mixed = FACET_NAMES.filter((name) => {
        const found = new Set(pages.flatMap((page) => page[name] || []));
        const [only] = found;
        return (
          found.size > 1 || (only && language && name === 'language' && baseOf(only) !== baseOf(language))
        );
      });
      elements = pages.map((page, index) =>
        keepEqual(
          elements[index],
          createPage(
            page,
            mixed.map((name) => page[name]),
            first,
            drawContent,
          ),
        ),
      );
    }
    return elements;
  };
}

/** Return the language of a tag, whatever its region. */
function baseOf(tag: string): string {
  return tag.slice(0, 2).toLowerCase();
}

function createPage(
  { title, path, hits }: HitPage,
  badges: readonly string[],
  first: number,
  drawContent: DrawContent | undefined,
): HTMLElement {
  return createElement(
    'div',
    { className: 'page', part: 'page', role: 'group', ariaLabel: title },
    ...hits.map((hit, place) => {
      const isFirst = place === 0;
      const location = [
        isFirst && createPath('result-path', 'folders', path),
        isFirst && !hit.isIntroduction && createPath('page-title', '', title),
        createPath('result-path', '', hit.trail),
      ];
      return createHit(hit, location, isFirst ? badges : [], optionId(first + hit.index), drawContent);
    }),
  );
}

function createPath(part: string, className: string, text: string): Node | '' {
  return text && createSpan({ part, className: `path ${className}` }, text);
}

/** @param location the page and the headings above the section, as far as the hits before do not tell them */
function createHit(
  hit: Hit,
  location: readonly (Node | false | '')[],
  badges: readonly string[],
  id: string,
  drawContent: DrawContent | undefined,
): HTMLElement {
  const { link, isIntroduction, title, excerpt } = hit;
  const standard = [
    createSpan(
      { className: 'first' },
      createIcon(isIntroduction ? PAGE_ICON : SECTION_ICON),
      createSpan({ part: 'result-title', className: 'title' }, ...createSegments(title)),
      ...badges.map((badge) => (badge ? createSpan({ part: 'badge', className: 'badge' }, badge) : '')),
    ),
    ' ',
    createSpan(
      { className: 'second' },
      // With spaces, for the name of the option.
      ...location.flatMap((path) => (path ? [path, ' '] : [])),
      createSpan({ part: 'result-excerpt', className: 'excerpt' }, ...createSegments(excerpt)),
    ),
  ];
  return createElement(
    'a',
    {
      part: 'result',
      className: 'option',
      id,
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
