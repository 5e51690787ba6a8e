import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** A program that was started, and prints the address that it listens on. */
export interface StartedProgram extends AsyncDisposable {
  readonly url: string;
  /** What it has printed until it listened, and the lines behind that. */
  readonly printed: () => string;
}

/**
 * Start a program with all that it starts itself, and wait until it listens.
 *
 * @throws Error with what it printed when it ends before
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<StartedProgram> {
  // A group of its own: npx starts the program that is to be stopped.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [, url] = /(?:listening on|answers:|^ ) (http:\/\/[\w.:[\]]+)/m.exec(printed) ?? [];
      if (url !== undefined) resolve(url);
    });
  }
  const closed = once(child, 'close');
  void closed.then(() => reject(new Error(`${command} ${args.join(' ')} ended: ${printed}`)));
  const url = await promise;
  return {
    url,
    printed: () => printed,
    async [Symbol.asyncDispose]() {
      // As from a keyboard: a service takes requests for some seconds after SIGTERM.
      process.kill(-child.pid!, 'SIGINT');
      await closed;
    },
  };
}
