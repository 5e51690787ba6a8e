import type { DocsFilter } from '../../../protocol/api.ts';
import { createElement, createIcon } from '../../shared/create-element.ts';
import { keepEqual, setChildren } from '../../shared/set-children.ts';
import type { Segment } from '../results/excerpt.ts';
import type { Hit, HitPage } from '../results/hits.ts';
import { optionId } from '../results/list-option.ts';
import type { SearchPanel } from './panel.ts';

export const CLOSE_ICON = 'm5.5 5.5 9 9M14.5 5.5l-9 9';
const PAGE_ICON =
  'M11.5 3H6.3A1.3 1.3 0 0 0 5 4.3v11.4A1.3 1.3 0 0 0 6.3 17h7.4a1.3 1.3 0 0 0 1.3-1.3V6.5zM11.5 3v3.5H15';

/** What opens below the box, or with it in the dialog. */
export interface PanelView {
  readonly panel: HTMLElement;
  /** Brings it up to date. */
  draw(): void;
}

/**
 * Makes what opens. By hand, as the box is: this is drawn at every key, and lit-html comes with the parts that are
 * loaded later, each of which draws into elements of its own.
 */
export function createView(results: SearchPanel): PanelView {
  const { host, text, announcer } = results;
  const clear = createElement(
    'button',
    {
      part: 'clear',
      className: 'icon-button',
      type: 'button',
      onclick: () => {
        host.clear();
        host.focus();
      },
    },
    createIcon(CLOSE_ICON),
  );
  const message = createElement('div', { className: 'message' });
  const list = createElement('div', {
    className: 'list',
    id: 'list',
    role: 'listbox',
    tabIndex: -1,
    onmousedown: results.handleListPress,
    onclick: results.handleListClick,
    onpointerover: results.handleListPointer,
    onpointerleave: results.handleListPointer,
  });
  const emptySlot = createElement('slot', { name: 'empty' });
  const status = createSpan({ className: 'status' });
  const slow = createSpan({ className: 'slow' });
  const footerSlot = createElement('slot', { name: 'footer' });
  const footer = createElement('div', {});
  const progress = createElement('div', { className: 'progress' });
  const panel = createElement('div', { className: 'panel', part: 'results' });
  let pages: readonly Element[] = [];
  let drawn: readonly unknown[] = [];

  /** What was made now, or what stands first in its place when that is the same. */
  const keep = (place: Element, now: Element): Element => keepEqual(place.firstElementChild, now);

  const drawMessage = (): Element | null | undefined => {
    const { scene, snapshot, parts, isCutOff } = results;
    switch (scene) {
      case 'start':
        return parts.savedSearches?.drawHeading();
      case 'too-short':
        return keep(message, createEmpty(text('tooShort', { count: host.minLength })));
      case 'waiting':
        return keep(
          message,
          createElement('div', { className: 'skeleton' }, ...['', '', ''].map(() => createSpan({}))),
        );
      case 'results':
        return null;
      default:
        if (parts.noResults) return parts.noResults.draw();
        if (scene === 'nothing')
          return keep(message, createEmpty(text('nothing', { query: snapshot.resultsFor })));
        // There may be no network to load a better sentence from.
        return isCutOff ? keep(message, createCutOff()) : null;
    }
  };

  const createCutOff = (): Element =>
    createElement(
      'div',
      { part: 'error' },
      `${text('network')} `,
      createElement(
        'button',
        { part: 'retry', className: 'link-button', type: 'button', onclick: results.retry },
        text('retry'),
      ),
    );

  const draw = (): void => {
    const { scene, snapshot, options, active, activeId, parts, busy } = results;
    const { savedSearches } = parts;
    const isStart = scene === 'start';
    const isSaved = isStart || scene === 'too-short';
    const hasResults = scene === 'results';
    clear.hidden = !host.value;
    clear.ariaLabel = clear.title = text('clear');
    if (clear.parentNode !== host.box) host.box.append(clear);

    const now = [results.pages, snapshot.filter];
    if (hasResults && now.some((value, index) => value !== drawn[index])) {
      drawn = now;
      pages = results.pages.map((page, index) => keepEqual(pages[index], createPage(page, snapshot.filter)));
    }
    setChildren(list, [
      ...(hasResults ? pages : []),
      isSaved && savedSearches?.drawOptions(),
      scene === 'nothing' && parts.noResults?.drawOptions(),
      ...options.map(({ kind }, index) => {
        const id = optionId(index);
        return kind === 'ask'
          ? parts.ask?.draw(id)
          : kind === 'more' &&
              keepEqual(
                list.querySelector('.more'),
                createElement(
                  'div',
                  {
                    part: 'more',
                    className: 'option line more',
                    id,
                    role: 'option',
                    ariaSelected: `${index === active}`,
                  },
                  text('more'),
                ),
              );
      }),
    ]);
    for (const option of list.querySelectorAll('[role=option]'))
      option.ariaSelected = `${option.id === activeId}`;
    list.ariaLabel = text(isSaved && options.length > 0 ? 'recent' : 'results');
    list.hidden = options.length === 0;

    setChildren(message, [drawMessage()]);
    setChildren(emptySlot, [isStart && options.length === 0 && keep(emptySlot, createEmpty(text('start')))]);
    slow.textContent = text('slow');
    setChildren(status, [
      hasResults && keep(status, createSpan({ part: 'count', className: 'count' }, results.countText)),
      busy.value && slow,
    ]);
    footer.className = `footer ${hasResults || busy.value || options.length > 0 ? '' : 'bare'}`;
    setChildren(footer, [status, footerSlot, options.length > 0 && savedSearches?.drawKeys()]);
    panel.hidden = !host.open;
    panel.toggleAttribute('data-loading', busy.value);
    setChildren(panel, [
      progress,
      !host.withoutFilters && parts.filters?.draw(),
      message,
      list,
      isStart && savedSearches?.drawForget(),
      isStart && emptySlot,
      footer,
      announcer.element,
    ]);
  };
  return { panel, draw };
}

const createSpan = createElement.bind(null, 'span');

function createEmpty(text: string): HTMLElement {
  return createElement('p', { part: 'empty' }, text);
}

function createPage({ title, path, version, language, hits }: HitPage, filter: DocsFilter): HTMLElement {
  const createPlace = (): Element[] => [
    createSpan({ part: 'result-path', className: 'path' }, path),
    ...[filter.version ? '' : version, filter.language ? '' : language]
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
          ...createPlace(),
        ),
    ...hits.map((hit) => createHit(hit, createPlace)),
  );
}

function createHit(
  { link, index, isIntroduction, title, trail, excerpt }: Hit,
  createPlace: () => Element[],
): HTMLElement {
  const heading = createSpan({ part: 'result-title', className: 'title' }, ...createSegments(title));
  const line = isIntroduction
    ? createSpan({ className: 'page-line' }, createIcon(PAGE_ICON), heading, ...createPlace())
    : createElement(
        'span',
        { className: 'section-line' },
        heading,
        trail && createSpan({ part: 'result-path', className: 'path' }, trail),
      );
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
    line,
    ' ',
    createSpan({ part: 'result-excerpt', className: 'excerpt' }, ...createSegments(excerpt)),
  );
}

function createSegments(segments: readonly Segment[]): (Node | string)[] {
  return segments.map(({ text, marked }) => (marked ? createElement('mark', { part: 'mark' }, text) : text));
}
