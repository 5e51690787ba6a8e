import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PluginOptions } from './plugin-options.ts';

/** The program beside this file: in `src`, and in `dist`. */
const PROGRAM = fileURLToPath(new URL(`../cli/docs-assistant${extname(import.meta.url)}`, import.meta.url));

/**
 * Run `docs-assistant index` on built pages if the options ask for it, and print what it reports.
 *
 * @throws Error with the output of the program, so that the build fails
 */
export async function indexBuild(folder: string, { index = false, domain }: PluginOptions): Promise<void> {
  if (index === false) return;
  const more = index === true ? [] : index;
  const args = [PROGRAM, 'index', folder, '--domain', domain, ...more];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args).catch(
    ({ stderr, message }: Error & { stderr?: string }) => {
      throw new Error(`docs-assistant: the pages could not be indexed. ${stderr || message}`);
    },
  );
  process.stderr.write(stderr);
  process.stdout.write(stdout);
}
