import type { Handler } from '../node/request-listener.ts';
import { serveHandler, type RunningServer, type ServeOptions } from '../node/serve-handler.ts';

const PROBLEMS = new Map([
  ['EADDRINUSE', 'it is in use. Choose another with --port, or stop the program that uses it'],
  ['EACCES', 'this user has no permission. Choose one above 1023 with --port'],
  ['EADDRNOTAVAIL', 'this machine has no such address. Choose another with --host'],
  ['ENOTFOUND', 'there is no such address. Choose another with --host'],
]);

/** Serve a handler. @throws Error with the reason and a remedy when the port cannot be opened */
export async function listen(
  handler: Handler,
  options: ServeOptions & { host: string; port: number },
): Promise<RunningServer> {
  try {
    return await serveHandler(handler, options);
  } catch (error) {
    const problem = PROBLEMS.get(error instanceof Error && 'code' in error ? String(error.code) : '');
    if (problem === undefined) throw error;
    throw new Error(`Cannot listen on port ${options.port} of ${options.host}: ${problem}.`, {
      cause: error,
    });
  }
}
