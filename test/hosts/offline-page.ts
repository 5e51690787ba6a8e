import { waitFor, type DrivenPage } from './driven-page.ts';

/** Addresses of what is kept, without the origin. */
export function readKept(page: DrivenPage): Promise<string[]> {
  return waitFor(() =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().map(({ url }) => new URL(url).pathname);
    }),
  );
}

/** Load the page anew, and wait until a service worker controls it. */
export async function reload(page: DrivenPage): Promise<void> {
  await waitFor(() => page.evaluate(() => navigator.serviceWorker.controller?.state));
  await page.evaluate(() => {
    document.body.dataset['left'] = 'true';
    location.reload();
  });
  await waitFor(() =>
    page.evaluate(
      () => (document.readyState === 'complete' && !('left' in document.body.dataset)) || undefined,
    ),
  );
}
