import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  frameworkProgram,
  frameworksFolder,
  readAppFiles,
  type AppFramework,
  type TextChange,
} from './frameworks.ts';
import { toolEnvironment } from './tool-environment.ts';

const run = promisify(execFile);

/**
 * Write the app of a framework into an empty folder: the files of its page in the documentation, and what is around them.
 *
 * @throws Error if a file does not have the text to change
 */
export async function writeApp(
  framework: AppFramework,
  project: string,
  changes: readonly TextChange[] = [],
): Promise<void> {
  await rm(project, { recursive: true, force: true });
  for (const [path, text] of await readAppFiles(framework)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  await cp(join(frameworksFolder, 'apps', framework.page), project, { recursive: true });
  for (const change of changes) await changeText(project, change);
}

/** @throws Error if the file does not have the text to change */
export async function changeText(project: string, [path, from, to]: TextChange): Promise<void> {
  const file = join(project, path);
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} does not have "${from}".`);
  const changed = text.replace(from, () => to);
  await writeFile(file, changed);
}

/** Run a tool of the frameworks. @returns what it has printed */
export async function runTool([program, ...args]: readonly string[], cwd: string): Promise<string> {
  const { stdout, stderr } = await run(frameworkProgram(program!), args, {
    cwd,
    env: { ...toolEnvironment, CI: '1' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout + stderr;
}
