import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MODEL_VARIABLES, READING } from '../../src/cli/options.ts';
import type { Variable } from '../../src/cli/read-option.ts';
import { COMMANDS } from '../../src/cli/run.ts';
import { root } from './source-files.ts';

const commands = new Map(
  await Promise.all(Array.from(COMMANDS, async ([name, load]) => [name, (await load()).command] as const)),
);

for (const language of ['en', 'de']) {
  const read = (page: string) => readFileSync(join(root, `demo/docs/v2/${language}/${page}.md`), 'utf8');
  const commandLine = read('command-line');
  const sections = [...commandLine.matchAll(/^## ((?:(?:, )?docs-assistant \w+)+)\n(.*?)(?=^## )/gms)].map(
    ([, heading, text]) => ({
      names: [...heading!.matchAll(/docs-assistant (\w+)/g)].map(([, name]) => name!),
      text: text!,
    }),
  );

  test(`the page on the command line has a section for each command (${language})`, () => {
    assert.deepEqual(sections.flatMap(({ names }) => names).toSorted(), [...commands.keys()].toSorted());
  });

  for (const { names, text } of sections) {
    const options = Object.assign({}, ...names.map((name) => commands.get(name)!.options));
    const rows = readRows(text).filter(([first]) => first!.startsWith('`--'));

    test(`it names every option of ${names.join(' and ')}, and no other (${language})`, () => {
      const named = new Set(readOptions(text));
      // Named together, by a link.
      if (text.includes('](./reading-your-site.md)')) for (const name of READING) named.add(name);
      assert.deepEqual(
        Object.keys(options).filter((name) => !named.has(name)),
        [],
      );
      const listed = rows.flatMap(([first]) => readOptions(first!));
      assert.deepEqual(
        listed.filter((name) => !(name in options)),
        [],
      );
    });

    test(`it tells the defaults of ${names.join(' and ')} (${language})`, () => {
      const wrong = rows.flatMap(([first, cell]) =>
        readOptions(first!).flatMap((name) => {
          const { default: given } = options[name] ?? {};
          // Defaults in words, those of another page or of a row above, and the one that depends on the terminal.
          if (given === undefined || !/\d|`/.test(cell!) || cell!.includes('](') || name === 'log') return [];
          const told = cell!.replaceAll(/`|(?<=\d)[.,](?=\d{3}\b)/g, '');
          return told.split(', ').includes(String(given)) ? [] : [`--${name}: ${told}, not ${given}`];
        }),
      );
      assert.deepEqual(wrong, []);
    });
  }

  test(`its table of the environment has every variable, and who reads it (${language})`, () => {
    const told = new Map<string, string[]>();
    let before: string[] = [];
    for (const [first, readers] of readRows(commandLine)) {
      const variables = [...first!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!);
      if (variables.length === 0) continue;
      const given = readers!.split(', ');
      const isSame = !commands.has(given[0]!);
      const all = isSame ? [...before, ...given.slice(1)] : given;
      if (!isSame) before = all;
      for (const name of variables) told.set(name, all.toSorted());
    }
    // The page on language models has the others.
    for (const name of Object.keys(MODEL_VARIABLES)) told.set(name, told.get('DOCS_MODEL_URL')!);
    const readers = new Map<string, string[]>();
    for (const [name, { variables }] of commands)
      for (const variable of variables) readers.set(variable, [...(readers.get(variable) ?? []), name]);
    assert.deepEqual(
      Object.fromEntries(told),
      Object.fromEntries(Array.from(readers, ([variable, names]) => [variable, names.toSorted()] as const)),
    );
  });

  test(`the page on language models has the field of every variable (${language})`, () => {
    const told = readRows(read('language-model')).flatMap(([fields, variables]) => {
      if (!variables?.startsWith('`DOCS_MODEL_')) return [];
      const names = expand(fields!, '.');
      return expand(variables, '_').map((variable, index) => [variable, `model.${names[index]}`]);
    });
    const rows = Object.entries<Variable>(MODEL_VARIABLES).map(([name, { setting }]) => [name, setting]);
    assert.deepEqual(Object.fromEntries(told), Object.fromEntries(rows));
  });
}

/** Return the cells of the rows of all tables. */
function readRows(text: string): string[][] {
  return [...text.matchAll(/^\|(.+)\|$/gm)].map(([, row]) =>
    row!.split(/(?<!\\)\|/).map((cell) => cell.trim()),
  );
}

function readOptions(text: string): string[] {
  return [...text.matchAll(/`--([a-z-]+)`/g)].map(([, name]) => name!);
}

/** Return the names of a cell; one that begins with the separator is short for what the first one ends with. */
function expand(cell: string, separator: string): string[] {
  const [first = '', ...others] = [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!);
  const start = first.slice(0, first.lastIndexOf(separator));
  return [first, ...others.map((name) => (name.startsWith(separator) ? start + name : name))];
}
