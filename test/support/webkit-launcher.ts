import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserLauncher } from '@web/test-runner';
import { webdriverLauncher } from '@web/test-runner-webdriver';
import type { WebKit } from './browser.ts';
import { findFreePort } from './free-port.ts';
import { PATIENCE } from './until.ts';

/** No window of a test is larger. */
const SCREEN = '-screen 0 1600x1200x24';
/** Its sandbox does not start inside a container, and there is nothing to composite with. */
const ENVIRONMENT = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
/** Milliseconds between two looks whether the driver listens. */
const LOOK_MILLISECONDS = 100;

/** Drives WebKitGTK through its WebDriver, on a screen of its own. */
export async function webkitLauncher({ driver, xvfb, browser }: WebKit): Promise<BrowserLauncher> {
  const port = await findFreePort();
  const launcher = webdriverLauncher({
    ...{ hostname: '127.0.0.1', port, path: '/', logLevel: 'error' },
    capabilities: {
      browserName: 'MiniBrowser',
      'wdio:enforceWebDriverClassic': true,
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    } as WebdriverIO.Capabilities,
  });
  const { initialize, startSession, stop } = launcher;
  let program: ChildProcess | undefined;
  let hasStarted = false;

  async function startDriver(): Promise<void> {
    // A group of its own, so that screen, driver and browser end together.
    program = spawn(xvfb, ['-a', '-s', SCREEN, driver, '--host=127.0.0.1', `--port=${port}`], {
      ...{ detached: true, stdio: 'ignore' },
      env: { ...process.env, ...ENVIRONMENT },
    });
    await waitUntilListening(port, program);
  }

  async function stopDriver(): Promise<void> {
    if (program?.pid === undefined || hasEnded(program)) return;
    const ended = once(program, 'exit');
    process.kill(-program.pid);
    await ended;
  }

  /** Starts another driver: that a browser does not start is no failure of what is tested. */
  async function startAnother(error: unknown): Promise<void> {
    console.warn(`WebKit did not start and is started once more: ${String(error)}`);
    await stopDriver();
    await startDriver();
  }

  // Its own type and that of the runner differ in whether a missing result is `undefined`.
  return Object.assign(launcher, {
    async initialize(...args: Parameters<typeof initialize>) {
      await startDriver().catch(startAnother);
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
      await stopDriver();
      // Also one that has crashed is not asked again, should the launcher be started again.
      Object.assign(launcher, { driver: undefined, driverManager: undefined });
      hasStarted = false;
    },
  }) as BrowserLauncher;
}

async function waitUntilListening(port: number, program: ChildProcess): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (performance.now() < end && !hasEnded(program)) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await wait(LOOK_MILLISECONDS);
    } finally {
      socket.destroy();
    }
  }
  throw new Error(hasEnded(program) ? 'WebKitWebDriver has ended.' : 'WebKitWebDriver does not listen.');
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
