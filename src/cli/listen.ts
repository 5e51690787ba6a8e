import type { Handler } from '../node/request-listener.ts';
import { serveHandler, tryPort, type RunningServer, type ServeOptions } from '../node/serve-handler.ts';

const PROBLEMS = new Map([
  ['EADDRINUSE', 'it is in use. Choose another with PORT, or stop the program that uses it'],
  ['EACCES', 'this user has no permission. Choose one above 1023 with PORT'],
  ['EADDRNOTAVAIL', 'this machine has no such address. Choose another with --host'],
  ['ENOTFOUND', 'there is no such address. Choose another with --host'],
]);

/**
 * Check that a port can be opened, before any work for which a user would wait in vain, or that leaves something behind.
 *
 * @param option sets the port: named in the error
 * @throws Error with the reason and a remedy
 */
export async function checkPort(
  { host, port }: { host: string; port: number },
  option = '--port',
): Promise<void> {
  await explained(tryPort({ host, port }), { host, port, option });
}

/** Serve a handler. @throws Error with the reason and a remedy when the port cannot be opened */
export async function listen(
  handler: Handler,
  options: ServeOptions & { host: string; port: number },
): Promise<RunningServer> {
  return explained(serveHandler(handler, options), options);
}

async function explained<Result>(
  opening: Promise<Result>,
  { host, port, option = '--port' }: { host: string; port: number; option?: string },
): Promise<Result> {
  try {
    return await opening;
  } catch (error) {
    const problem = PROBLEMS.get(error instanceof Error && 'code' in error ? String(error.code) : '');
    if (problem === undefined) throw error;
    const remedy = problem.replace('PORT', option);
    throw new Error(`Cannot listen on port ${port} of ${host}: ${remedy}.`, { cause: error });
  }
}
