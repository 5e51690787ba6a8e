import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { WebKit } from './browser.ts';
import { findFreePort } from './free-port.ts';
import { PATIENCE } from './until.ts';

/** WebKitWebDriver, on a port of its own. */
export interface WebKitDriver {
  /** Where it listens, and what a session asks for. */
  readonly connection: {
    hostname: string;
    port: number;
    path: string;
    logLevel: 'error';
    capabilities: WebdriverIO.Capabilities;
  };
  /** Resolve once it listens. */
  start(): Promise<void>;
  /** End it together with its browser. */
  stop(): Promise<void>;
}

/** No window of a test is larger. */
const SCREEN = '-screen 0 1600x1200x24';
/**
 * Its sandbox does not start inside a container, and there is nothing to composite with. Without compositing, WebKit paints the
 * overlay scroll bars of a page in a second pass, after everything else: also those that a modal dialog covers.
 */
const ENVIRONMENT = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
/** Milliseconds between two looks whether the driver listens. */
const LOOK_MILLISECONDS = 100;

/** Create a driver of WebKitGTK with a screen of its own; it is started by `start`. */
export async function createWebKitDriver({ driver, xvfb, browser }: WebKit): Promise<WebKitDriver> {
  const port = await findFreePort();
  let program: ChildProcess | undefined;
  return {
    connection: {
      hostname: '127.0.0.1',
      port,
      path: '/',
      logLevel: 'error',
      capabilities: {
        browserName: 'MiniBrowser',
        'wdio:enforceWebDriverClassic': true,
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      } as WebdriverIO.Capabilities,
    },
    async start() {
      // A group of its own, so that screen, driver and browser end together.
      program = spawn(xvfb, ['-a', '-s', SCREEN, driver, '--host=127.0.0.1', `--port=${port}`], {
        detached: true,
        stdio: 'ignore',
        env: { ...process.env, ...ENVIRONMENT },
      });
      await waitUntilListening(port, program);
    },
    async stop() {
      if (program?.pid === undefined || hasEnded(program)) return;
      const ended = once(program, 'exit');
      process.kill(-program.pid);
      await ended;
    },
  };
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
