import { storageKey } from '../../../state/storage/storage.ts';
import { css } from '../../shared/styles/css.ts';
import type { AssistantContext } from '../context.ts';

/** Milliseconds in which the page of a passage must arrive. */
const ARRIVAL_TIME = 5_000;
/** Milliseconds between two looks at the page. */
const CHECK_INTERVAL = 100;
/** Milliseconds for which a passage is marked. */
const MARK_TIME = 1_200;
/** Characters that are marked at most, to the end of their text node: as many as a source says of its passage. */
const MAX_MARKED_LENGTH = 400;
const HEADINGS = 'h1, h2, h3, h4, h5, h6';
/** What the page knows the mark by: `::highlight(docs-assistant-passage)`. */
const MARK = 'docs-assistant-passage';

const markStyles = css``;

/**
 * Mark the passage that a reader follows a source to, for a moment, once the page shows it: this page, one that its router shows, or the
 * next one of this tab. Browsers without highlights mark nothing.
 */
export function markFollowedPassages({ host, tab, site }: AssistantContext): void {
  const key = (): string => storageKey(site, 'passage');
  /** Address of the passage that the reader follows. */
  let followed = tab.storage.read(key(), readText);
  const show = async (): Promise<void> => {
    const url = followed;
    for (let time = 0; url && url === followed && time < ARRIVAL_TIME; time += CHECK_INTERVAL) {
      const passage = location.href.split(':~:')[0] === url ? findPassage(new URL(url).hash) : null;
      if (passage) return mark(passage, getComputedStyle(host.frame).getPropertyValue('--_accent'));
      await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL));
    }
  };
  tab.storage.remove(key());
  void show();
  host.addEventListener('docs-assistant-navigate', ({ detail: { url, source } }) => {
    if (source === null || host.linkTarget === 'blank') return;
    followed = new URL(url, location.href).href.split(':~:')[0]!;
    tab.storage.write(key(), followed);
    // After the browser, or a router, has gone there.
    setTimeout(() => void show().then(() => tab.storage.remove(key())));
  });
}

/** Find the beginning of the section that a fragment leads to: its heading and the text below, up to the next heading. */
function findPassage(hash: string): Range | null {
  const heading = findHeading(hash);
  if (!heading) return null;
  const range = new Range();
  range.selectNodeContents(heading);
  const walker = document.createTreeWalker(heading.closest('main, article') ?? document.body);
  walker.currentNode = heading;
  let length = 0;
  for (let node = walker.nextNode(); node && length < MAX_MARKED_LENGTH; node = walker.nextNode()) {
    if (node instanceof Element && node.matches(HEADINGS)) break;
    if (!(node instanceof Text) || heading.contains(node)) continue;
    range.setEndAfter(node);
    length += node.data.trim().length;
  }
  return range;
}

function findHeading(hash: string): Element | null {
  if (hash.length < 2) return document.querySelector('main h1, article h1, h1');
  let id = hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // As it stands.
  }
  const target = document.getElementById(id);
  // An anchor stands in its heading or before it, a section around it.
  return target && (target.closest(HEADINGS) ?? target.querySelector(HEADINGS) ?? target);
}

function mark(passage: Range, accent: string): void {
  const { top } = passage.getBoundingClientRect();
  if (top < -1 || top > window.innerHeight * 0.8)
    (passage.startContainer as Element).scrollIntoView({ block: 'start' });
  if (!('highlights' in CSS)) return;
  const highlight = new Highlight(passage);
  CSS.highlights.set(MARK, highlight);
  markStyles.replaceSync(
    `::highlight(${MARK}) { background-color: color-mix(in srgb, ${accent} 24%, transparent); }`,
  );
  document.adoptedStyleSheets = [
    ...document.adoptedStyleSheets.filter((sheet) => sheet !== markStyles),
    markStyles,
  ];
  setTimeout(() => {
    // Another passage may be marked by now.
    if (CSS.highlights.get(MARK) === highlight) CSS.highlights.delete(MARK);
  }, MARK_TIME);
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
