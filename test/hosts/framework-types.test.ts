/**
 * The components in the documentation, the apps around them, and the code of the playground, checked by the frameworks' own type
 * checkers. These are kept apart: `npm ci --prefix test/hosts/frameworks`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { writeCode } from '../../demo/assets/playground-code.js';
import { FRAMEWORKS as PLAYGROUND } from '../../demo/playground/targets.ts';
import { everySetting } from '../support/playground-settings.ts';
import {
  frameworkPackages,
  frameworkProgram,
  FRAMEWORKS,
  frameworksFolder,
  readExamples,
  withoutFrameworks,
  type Framework,
} from './frameworks.ts';
import { installPackage } from './install-package.ts';

const run = promisify(execFile);
/** Beside the frameworks, so that both are found as in a project that has installed them. */
const work = join(frameworksFolder, '.examples');

const CHECKERS: Readonly<Record<Framework['ending'], readonly string[]>> = {
  tsx: ['tsc', '-p', '.'],
  vue: ['vue-tsc', '-p', '.'],
  svelte: ['svelte-check', '--output', 'machine'],
};

describe('Types of the elements', { skip: withoutFrameworks }, () => {
  before(() => installPackage(frameworkPackages));

  for (const framework of FRAMEWORKS)
    test(`fit the templates of ${framework.title}, and refuse a wrong value`, async () => {
      const output = await check(framework);
      const wrong = output.split('\n').filter((line) => /: error TS|ERROR "/.test(line));
      assert.equal(wrong.length, 1, output);
      assert.match(wrong[0]!, /wrong\.\w+.*nowhere/, output);
    });
});

/** Check the examples of a framework together with a template that sets a wrong value. @returns what the checker printed */
async function check(framework: Framework): Promise<string> {
  const { name, ending } = framework;
  const project = join(work, name);
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  // What renders it in Node needs the types of Node, which no page has.
  const isForPages = (path: string): boolean => !/server\.\w+$/.test(path);
  await cp(join(frameworksFolder, 'apps', name), project, { recursive: true, filter: isForPages });
  for (const [language, folder] of [
    ['en', project],
    ['de', join(project, 'de')],
  ] as const) {
    await mkdir(folder, { recursive: true });
    for (const [component, example] of await readExamples(framework, language))
      await writeFile(join(folder, `${component}.${ending}`), example);
  }
  const { syntax, template } = PLAYGROUND.find(({ name }) => name === framework.title)!;
  await writeFile(join(project, `playground.${ending}`), writeCode(template, syntax, await everySetting()));
  await cp(join(frameworksFolder, `wrong/wrong.${ending}`), join(project, `wrong.${ending}`));
  const options = {
    ...(ending === 'tsx' && { jsx: name === 'solid' ? 'preserve' : 'react-jsx' }),
    jsxImportSource: name === 'solid' ? 'solid-js' : name,
    types: [`docs-assistant/${name}`],
  };
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions: options, include: ['.'] }),
  );
  const [program, ...args] = CHECKERS[ending];
  return run(frameworkProgram(program!), args, { cwd: project }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}
