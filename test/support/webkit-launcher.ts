import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserLauncher } from '@web/test-runner';
import { webdriverLauncher } from '@web/test-runner-webdriver';
import type { WebKit } from './browser.ts';

/** No window of a test is larger. */
const SCREEN = '-screen 0 1600x1200x24';
/** Its sandbox does not start inside a container, and there is nothing to composite with. */
const ENVIRONMENT = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
/** How often it is looked whether the driver listens, and how many milliseconds lie between. */
const LOOKS = 100;
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
  const { initialize, stop } = launcher;
  let program: ChildProcess | undefined;
  // Its own type and that of the runner differ in whether a missing result is `undefined`.
  return Object.assign(launcher, {
    async initialize(...args: Parameters<typeof initialize>) {
      // A group of its own, so that screen, driver and browser end together.
      program = spawn(xvfb, ['-a', '-s', SCREEN, driver, '--host=127.0.0.1', `--port=${port}`], {
        ...{ detached: true, stdio: 'ignore' },
        env: { ...process.env, ...ENVIRONMENT },
      });
      await waitUntilListening(port);
      await initialize.apply(launcher, args);
      launcher.name = 'WebKit';
    },
    async stop() {
      await stop.apply(launcher);
      if (program?.pid === undefined || program.exitCode !== null) return;
      const ended = once(program, 'exit');
      process.kill(-program.pid);
      await ended;
    },
  }) as BrowserLauncher;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function waitUntilListening(port: number): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
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
  throw new Error('WebKitWebDriver does not listen.');
}
