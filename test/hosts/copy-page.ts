import { waitFor, type DrivenPage } from './driven-page.ts';

/**
 * Press the button of `<docs-page-actions>`. The clipboard is a stand-in: browsers let no program read theirs.
 *
 * @returns what was copied
 */
export async function copyPage(page: DrivenPage): Promise<string> {
  await page.evaluate(() => {
    const write = async ([item]: ClipboardItem[]): Promise<void> => {
      document.documentElement.dataset['copied'] = await (await item!.getType('text/plain')).text();
    };
    delete document.documentElement.dataset['copied'];
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { write } });
  });
  await page.click('docs-page-actions', '[part~=copy]');
  return waitFor(() => page.evaluate(() => document.documentElement.dataset['copied']));
}
