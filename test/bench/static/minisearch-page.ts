/** Search with MiniSearch as VitePress 1.6 sets it: the index is loaded when the box is opened, and asked 200 ms after the last key. */
import MiniSearch from 'minisearch';
import { VITEPRESS_INDEX, VITEPRESS_SEARCH } from './vitepress-options.ts';
import { showResults } from './show-results.ts';

/** Most results that VitePress shows. */
const MOST = 16;
const DEBOUNCE = 200;
const ADDRESS = '/minisearch-index.js';

const input = document.querySelector('input')!;
let opening: Promise<MiniSearch> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

async function open(): Promise<MiniSearch> {
  const { default: json } = (await import(ADDRESS)) as { default: string };
  return MiniSearch.loadJSON(json, { ...VITEPRESS_INDEX, searchOptions: VITEPRESS_SEARCH });
}

input.addEventListener('focus', () => (opening ??= open()));
input.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const index = await (opening ??= open());
    const found = index.search(input.value).slice(0, MOST);
    showResults(
      input.value,
      // Its detailed view, which is not the default, renders the pages of the results for their texts.
      found.map(({ id, titles, title }) => ({
        id: id as string,
        title: title as string,
        text: (titles as string[]).join(' › '),
      })),
    );
  }, DEBOUNCE);
});
