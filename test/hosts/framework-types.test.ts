/**
 * The templates in the documentation, checked by the frameworks' own type checkers. These are kept apart, in
 * `test/hosts/frameworks`: `npm ci --prefix test/hosts/frameworks`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { root } from '../package/source-files.ts';

const run = promisify(execFile);
const folder = join(root, 'test/hosts/frameworks');
const programs = join(folder, 'node_modules/.bin');
/** Beside the frameworks, so that both are found as in a project that has installed them. */
const work = join(folder, '.examples');
const skip = existsSync(join(programs, 'vue-tsc'))
  ? false
  : 'the frameworks are not installed (npm ci --prefix test/hosts/frameworks, 63 MB)';

interface Framework {
  /** Heading of its section in the documentation. */
  readonly title: string;
  readonly name: string;
  /** Ending of its files, and language of its blocks. */
  readonly ending: string;
  readonly compilerOptions?: object;
  readonly checker: readonly string[];
}

const JSX = { jsx: 'react-jsx' };
const FRAMEWORKS: readonly Framework[] = [
  { title: 'React', name: 'react', ending: 'tsx', compilerOptions: JSX, checker: ['tsc', '-p', '.'] },
  { title: 'Preact', name: 'preact', ending: 'tsx', compilerOptions: JSX, checker: ['tsc', '-p', '.'] },
  {
    title: 'Solid',
    name: 'solid',
    ending: 'tsx',
    compilerOptions: { jsx: 'preserve' },
    checker: ['tsc', '-p', '.'],
  },
  { title: 'Vue', name: 'vue', ending: 'vue', checker: ['vue-tsc', '-p', '.'] },
  { title: 'Svelte', name: 'svelte', ending: 'svelte', checker: ['svelte-check', '--output', 'machine'] },
];

describe('Types of the elements', { skip }, () => {
  before(async () => {
    const installed = join(folder, 'node_modules/docs-assistant');
    await rm(installed, { recursive: true, force: true });
    for (const part of ['package.json', 'dist'])
      await cp(join(root, part), join(installed, part), {
        recursive: true,
        filter: (path) => !/dist.(?:cdn|service|cli)$|\.map$/.test(path),
      });
  });

  for (const framework of FRAMEWORKS)
    test(`fit the templates of ${framework.title}, and refuse a wrong value`, async () => {
      const output = await check(framework);
      const wrong = output.split('\n').filter((line) => /: error TS|ERROR "/.test(line));
      assert.equal(wrong.length, 1, output);
      assert.match(wrong[0]!, /wrong\.\w+.*nowhere/, output);
    });
});

/** Check the examples of a framework together with a template that sets a wrong value. @returns what the checker printed */
async function check({ title, name, ending, compilerOptions, checker }: Framework): Promise<string> {
  const project = join(work, name);
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  for (const language of ['en', 'de']) {
    const page = await readFile(join(root, `demo/docs/v2/${language}/frameworks.md`), 'utf8');
    const section = page.slice(page.indexOf(`\n## ${title}\n`)).split('\n## ')[1]!;
    const [, example] = new RegExp(`\`\`\`${ending}\\n(.*?)\`\`\``, 's').exec(section)!;
    await writeFile(join(project, `${language}.${ending}`), example!);
  }
  await cp(join(folder, `wrong/wrong.${ending}`), join(project, `wrong.${ending}`));
  const source = name === 'solid' ? 'solid-js' : name;
  const options = { ...compilerOptions, jsxImportSource: source, types: [`docs-assistant/${name}`] };
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions: options, include: ['.'] }),
  );
  const [program, ...args] = checker;
  return run(join(programs, program!), args, { cwd: project }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}
