import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand } from '../cli/command.ts';
import { waitFor, type DrivenPage } from './driven-page.ts';

/** A preview of a site behind a port. */
export interface Preview extends AsyncDisposable {
  /** Address of the front page. */
  url: string;
}

/** Previews a built site. */
export async function startPreview(built: string, base: string): Promise<Preview> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  stack.defer(() => rm(dataDir, { recursive: true }));
  const preview = stack.use(startCommand(['preview', built, '--no-model', '--port', '0', '--data', dataDir]));
  const url = `${await preview.url}${base}`;
  const held = stack.move();
  return { url, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Ask the assistant as a reader does. Resolves once the answer is there. */
export async function ask(page: DrivenPage, question: string, answer: string): Promise<void> {
  // Only while it is closed: a click that is told as failed and repeated would close the panel again.
  await waitFor(async () => {
    const isOpen = await page.evaluate(() => document.querySelector('docs-assistant')!.open);
    if (!isOpen) await page.click('docs-assistant', '[part~=launcher]');
    return isOpen || undefined;
  });
  await page.type('docs-assistant', '[part~=input]', question);
  await page.pressEnter();
  await waitFor(async () => {
    const answers = await page.evaluate(() =>
      [
        ...document
          .querySelector('docs-assistant')!
          .shadowRoot!.querySelectorAll('[part~=message-assistant]'),
      ].map(({ textContent }) => textContent),
    );
    return answers.some((text) => text.includes(answer)) || undefined;
  });
  await page.click('docs-assistant', '[part~=close]');
}

/**
 * Search as a reader does, and open the first result. Resolves once the page has the title.
 *
 * @returns its address, and whether the site's own router has led there, without a page load
 */
export async function openResult(
  page: DrivenPage,
  query: string,
  title: string,
): Promise<{ url: string; isRouted: boolean }> {
  const before = await page.evaluate(() => performance.timeOrigin);
  await page.click('docs-search', ':is([part~=trigger], [part~=input])');
  await page.evaluate(() =>
    document.addEventListener('docs-search-results', ({ detail }) => {
      document.documentElement.dataset['found'] = detail.query;
    }),
  );
  await page.type('docs-search', '[part~=input]', query);
  // Until then the results are those of the query before, and a click on one that is just replaced is lost.
  await waitFor(async () => {
    const found = await page.evaluate(() => document.documentElement.dataset['found']);
    return found === query || undefined;
  });
  const href = await waitFor(() =>
    page.evaluate(
      () =>
        document.querySelector('docs-search')!.shadowRoot!.querySelector<HTMLAnchorElement>('a[part~=result]')
          ?.href,
    ),
  );
  await page.click('docs-search', 'a[part~=result]');
  return waitFor(async () => {
    const [url, loaded, headings] = await page.evaluate(
      () =>
        [
          location.href,
          performance.timeOrigin,
          [...document.querySelectorAll('h1')].map(({ textContent }) => textContent),
        ] as const,
    );
    const isThere = spelled(url) === spelled(href) && headings.some((text) => text.includes(title));
    return isThere ? { url, isRouted: before === loaded } : undefined;
  });
}

/** Address of a page without its fragment, slash and ending: folders get their slash by a redirect, and routers take `.html` away. */
function spelled(url: string): string {
  return url.replace(/#.*/s, '').replace(/\/$|\.html$/, '');
}
