import type { BrowserLauncher } from '@web/test-runner';
import { webdriverLauncher } from '@web/test-runner-webdriver';
import type { WebKit } from './browser.ts';
import { createWebKitDriver } from './webkit-driver.ts';

/** Drives WebKitGTK through its WebDriver, on a screen of its own. */
export async function webkitLauncher(webkit: WebKit): Promise<BrowserLauncher> {
  const driver = await createWebKitDriver(webkit);
  const launcher = webdriverLauncher(driver.connection);
  const { initialize, startSession, stop } = launcher;
  let hasStarted = false;

  /** Starts another driver: that a browser does not start is no failure of what is tested. */
  async function startAnother(error: unknown): Promise<void> {
    console.warn(`WebKit did not start and is started once more: ${String(error)}`);
    await driver.stop();
    await driver.start();
  }

  // Its own type and that of the runner differ in whether a missing result is `undefined`.
  return Object.assign(launcher, {
    async initialize(...args: Parameters<typeof initialize>) {
      await driver.start().catch(startAnother);
      await initialize.apply(launcher, args);
      launcher.name = 'WebKit';
    },
    async startSession(...args: Parameters<typeof startSession>) {
      try {
        await startSession.apply(launcher, args);
      } catch (error) {
        if (hasStarted) throw error;
        await startAnother(error);
        // The browser that did not start, which it would wait for again.
        Object.assign(launcher, { __managerPromise: undefined });
        await startSession.apply(launcher, args);
      }
      hasStarted = true;
    },
    async stop() {
      await stop.apply(launcher);
      await driver.stop();
      // Also one that has crashed is not asked again, should the launcher be started again.
      Object.assign(launcher, { driver: undefined, driverManager: undefined });
      hasStarted = false;
    },
  }) as BrowserLauncher;
}
