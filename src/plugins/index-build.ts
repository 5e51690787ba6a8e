import { execFile } from 'node:child_process';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ELEMENTS_FOLDER, INDEX_FOLDER } from './page-elements.ts';
import { hasNoServer, type PluginOptions } from './plugin-options.ts';

/** The program beside this file: in `src`, and in `dist`. */
const PROGRAM = fileURLToPath(new URL(`../cli/docs-assistant${extname(import.meta.url)}`, import.meta.url));

/** What the configuration of a generator says of its site. */
export interface SiteFacts {
  /** Address of the front page. */
  readonly address?: string | undefined;
  /** Main language. */
  readonly language?: string | undefined;
}

/**
 * Run `docs-assistant index` and `docs-assistant build` on built pages if the options ask for them, and print what they report.
 *
 * @throws Error with the output of the program, so that the build fails
 */
export async function indexBuild(
  folder: string,
  options: PluginOptions,
  { address, language }: SiteFacts = {},
): Promise<void> {
  const { index = false, staticIndex = false, script } = options;
  if (index !== false) await run(['index', folder], options, index);
  if (staticIndex === false) return;
  const copiesElements = hasNoServer(options) && script === undefined;
  const isGiven = staticIndex !== true && staticIndex.some((option) => option.startsWith('--elements'));
  const elements = copiesElements
    ? ['--elements', join(folder, ELEMENTS_FOLDER)]
    : isGiven
      ? []
      : ['--no-elements'];
  const site = [
    ...(address === undefined ? [] : ['--site', address]),
    ...(language === undefined ? [] : ['--fallback-language', language]),
  ];
  await run(
    ['build', folder, '--out', join(folder, INDEX_FOLDER), ...elements, '--html', folder, ...site],
    options,
    staticIndex,
  );
}

async function run(
  command: readonly string[],
  { domain }: PluginOptions,
  more: true | readonly string[],
): Promise<void> {
  const args = [PROGRAM, ...command, '--domain', domain, ...(more === true ? [] : more)];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args).catch(
    ({ stderr, message }: Error & { stderr?: string }) => {
      throw new Error(`docs-assistant: the pages could not be indexed. ${stderr || message}`);
    },
  );
  process.stderr.write(stderr);
  process.stdout.write(stdout);
}
