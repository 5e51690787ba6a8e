import { explainWriteFailure } from '../service/storage/write-failure.ts';
import type { Command } from './define-command.ts';
import { packageVersion } from './package-version.ts';
import { cleanText } from './terminal-text.ts';
import { UsageError } from './read-option.ts';

const HELP = `Usage: docs-assistant <command> [options]

Commands:
  serve DIR   give a docs site search and answers from a folder of Markdown, MDX or HTML
  preview DIR show a built site with search and answers in it, on this machine
  proxy       forward requests from pages to the API of a platform, and add its key
  worker DIR  run deployment updates for services started with --no-updates
  index DIR   build the search index and report problems
  build DIR   write a search index as files for a static host, which needs no service
  search      search a documentation: a folder, or a service
  ask         ask a documentation, and print the answer as it arrives
  test FILE   ask a documentation the questions of a file, and say what is not as expected
  mcp DIR     give agents a documentation over stdio, by the Model Context Protocol
  key         create, list and revoke API keys
  update      start a deployment update, or a preview of a branch, or follow one
  model       download the model for search by meaning
  job         list and report agent sessions, give an agent tasks, check links
  conformance run the contract of the API against any server that claims it
  fake        serve scripted answers, for testing a page without a service

Run docs-assistant <command> --help for the options of a command, docs-assistant --version for the
version.
`;

/** Commands by name. Loaded on demand, so that the proxy does not load the service. */
export const COMMANDS = new Map<string, () => Promise<{ command: Command }>>([
  ['serve', () => import('./serve-command.ts')],
  ['preview', () => import('./preview-command.ts')],
  ['proxy', () => import('./proxy-command.ts')],
  ['worker', () => import('./worker-command.ts')],
  ['index', () => import('./index-command.ts')],
  ['build', () => import('./build-command.ts')],
  ['search', () => import('./search-command.ts')],
  ['ask', () => import('./ask-command.ts')],
  ['test', () => import('./test-command.ts')],
  ['mcp', () => import('./mcp-command.ts')],
  ['key', () => import('./key-command.ts')],
  ['update', () => import('./update-command.ts')],
  ['model', () => import('./model-command.ts')],
  ['job', () => import('./job-command.ts')],
  ['conformance', () => import('./conformance-command.ts')],
  ['fake', () => import('./fake-command.ts')],
]);

/**
 * Run a command.
 *
 * @returns the exit code: 0, 1 when the command failed, 2 when its arguments are invalid. A command that serves returns as soon
 * as it listens.
 */
export async function run(args: readonly string[]): Promise<number> {
  const [name = '--help', ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(HELP);
    return 0;
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  const load = COMMANDS.get(name);
  if (load === undefined) {
    process.stderr.write(`docs-assistant: there is no command "${name}".\n\n${HELP}`);
    return 2;
  }
  const { command } = await load();
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(command.help);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (failure) {
    const error = explainWriteFailure(failure);
    const message = error instanceof Error ? error.message : String(error);
    // A part of the package that is used as a library says whose error it is, as this line does.
    process.stderr.write(
      `docs-assistant ${name}: ${cleanText(message).replace(/^(?:docs-assistant[ \w]*: )+/, '')}\n`,
    );
    if (!isUsageError(error)) return 1;
    process.stderr.write(`See docs-assistant ${name} --help.\n`);
    return 2;
  }
}

function isUsageError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
}
