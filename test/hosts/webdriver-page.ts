import WebDriver, { type Client } from 'webdriver';
import type { WebKit } from '../support/browser.ts';
import { createWebKitDriver, type WebKitDriver } from '../support/webkit-driver.ts';
import { waitFor, type DrivenPage } from './driven-page.ts';

/** Name of an element in what a driver answers (WebDriver, section 11). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Code point of the key (WebDriver, section 15.4.2). */
const ENTER = '\uE007';

/** Open a page in WebKit, which has no other driver than that of WebDriver. */
export async function openWebDriverPage(url: string, webkit: WebKit): Promise<DrivenPage> {
  await using stack = new AsyncDisposableStack();
  const driver = await createWebKitDriver(webkit);
  stack.defer(() => driver.stop());
  const session = await startSession(driver).catch(async (error: unknown) => {
    // That a browser does not start is no failure of what is tested.
    console.warn(`WebKit did not start and is started once more: ${String(error)}`);
    await driver.stop();
    return startSession(driver);
  });
  stack.defer(() => session.deleteSession());
  await session.navigateTo(url);

  /** Acts on an element of a shadow tree, again while it is not there, covered, or drawn anew. */
  const act = (host: string, selector: string, action: (id: string) => Promise<void>) =>
    waitFor(async () => {
      const found = await session.executeScript(
        'return document.querySelector(arguments[0])?.shadowRoot?.querySelector(arguments[1])',
        [host, selector],
      );
      if (!found) return undefined;
      await action(found[ELEMENT]);
      return true;
    }).then(() => {});
  const held = stack.move();
  return {
    problems: null,
    limitStorage: null,
    // WebDriver makes `null` of `undefined`.
    evaluate: async (script) =>
      (await session.executeScript(`return (${String(script)})()`, [])) ?? undefined,
    click: (host, selector) => act(host, selector, (id) => session.elementClick(id)),
    type: (host, selector, text) => act(host, selector, (id) => session.elementSendKeys(id, text)),
    async pressEnter() {
      const actions = [
        { type: 'keyDown', value: ENTER },
        { type: 'keyUp', value: ENTER },
      ];
      await session.performActions([{ type: 'key', id: 'keyboard', actions }]);
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function startSession({ start, connection }: WebKitDriver): Promise<Client> {
  await start();
  return WebDriver.newSession(connection);
}
