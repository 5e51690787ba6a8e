import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { ConfigurationFile } from '../../src/cli/configuration-schema.ts';
import { root } from './source-files.ts';

/** Within the package, so that `docs-assistant` is what it exports: the declarations in `dist`. */
const WORK = join(root, 'node_modules/.cache/documented-code');

const run = promisify(execFile);

interface Example {
  /** File and line of the fence. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
}

const examples: Example[] = [];
const helps = new Map<string, Promise<string>>();

before(async () => {
  for (const file of globSync(['README.md', 'demo/docs/v2/**/*.md'], { cwd: root }).toSorted())
    examples.push(...readExamples(file.split(sep).join('/'), await readFile(join(root, file), 'utf8')));
});

test('TypeScript in README and documentation compiles under strict settings', async () => {
  await assertCompiles('ts', { strict: true, noUncheckedIndexedAccess: true });
});

test('JavaScript in README and documentation compiles', async () => {
  await assertCompiles('js', { allowJs: true, checkJs: true, strict: false });
});

test('JSON and YAML in README and documentation can be read, and configuration files are valid', () => {
  const wrong = examples.flatMap(({ place, language, text }) => {
    if (language !== 'json' && language !== 'yaml') return [];
    try {
      const value: unknown = language === 'json' ? JSON.parse(text) : parse(text);
      if (typeof value === 'object' && value && 'projects' in value) ConfigurationFile.parse(value);
      return [];
    } catch (error) {
      return [`${place}: ${String(error)}`];
    }
  });
  assert.deepEqual(wrong, []);
});

test('commands in README and documentation are shell syntax, and every option of ours is in the help of its command', async () => {
  const wrong: string[] = [];
  for (const { place, language, text } of examples) {
    if (language !== 'sh') continue;
    await run('bash', ['-n', '-c', text]).catch((error: Error) => wrong.push(`${place}: ${error.message}`));
    for (const [, command, rest] of text.replaceAll('\\\n', ' ').matchAll(/docs-assistant ([a-z]+)\b(.*)/g))
      for (const [option] of rest!.matchAll(/(?<= )--[a-z-]+/g))
        if (!(await readHelp(command!)).includes(option)) wrong.push(`${place}: ${command} ${option}`);
  }
  assert.deepEqual(wrong, []);
});

/** Return the fenced code blocks of a document. */
function readExamples(file: string, document: string): Example[] {
  return [...document.matchAll(/^( *)```(\w+)[^\n]*\n(.*?)^ *```/gms)].map(
    ({ index, 1: indent, 2: language, 3: text }) => ({
      place: `${file}:${document.slice(0, index).split('\n').length}`,
      language: language!,
      text: text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** Compile every example of a language as a module of its own, all in one program. */
async function assertCompiles(language: string, compilerOptions: object): Promise<void> {
  const folder = join(WORK, language);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // Files of frameworks are built and type-checked in an app of theirs (test/hosts/app-frameworks.test.ts).
  const chosen = examples.filter(
    (example) => example.language === language && !example.place.includes('/frameworks.md:'),
  );
  assert.notEqual(chosen.length, 0);
  for (const [index, { text }] of chosen.entries())
    await writeFile(join(folder, `example-${index}.${language}`), `${text}\nexport {};\n`);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'ES2024',
        module: 'NodeNext',
        lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
        types: ['node'],
        skipLibCheck: true,
        noEmit: true,
        ...compilerOptions,
      },
      include: ['.', join(root, 'test/package/documented-code')],
    }),
  );
  const output = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false']).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  const wrong = output.replaceAll(
    /^\S*example-(\d+)\.\w+/gm,
    (_, index: string) => chosen[Number(index)]!.place,
  );
  assert.equal(wrong, '');
}

/** Return the help of a command, read once. */
function readHelp(command: string): Promise<string> {
  const known = helps.get(command);
  if (known) return known;
  const cli = join(root, 'dist/cli/docs-assistant.js');
  const help = run(process.execPath, [cli, command, '--help']).then(({ stdout }) => stdout);
  helps.set(command, help);
  return help;
}
