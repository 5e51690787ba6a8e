import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { readSources, type SourceFile } from './source-files.ts';

/** Functions of one name that stand for one thing: the same step of two elements or of two groups, and what the configurations of tools call by one name. */
const SAME_BY_INTENT = new Set(['createPanel', 'docsAssistant', 'watch']);

const sources = readSources();

test('no two exported types of src have one name', () => {
  assert.deepEqual(findRepeated(sources, typeName), []);
});

test('no two exported functions of src have one name, but those that mean the same', () => {
  const repeated = findRepeated(sources, functionName);
  assert.deepEqual(
    repeated.filter((found) => !SAME_BY_INTENT.has(found.slice(0, found.indexOf(':')))),
    [],
  );
});

test('a name that two files declare is found, and one that a file passes on is not', () => {
  const files = {
    'a.ts': 'export interface A {} export function f() {}',
    'b.ts': "export class A {} export type { A as B } from './a.ts'; export async function f() {}",
    'c.ts': "export { f } from './a.ts'; type A = string; const f = 1;",
  };
  const made = Object.entries(files).map(([path, text]) => ({ path, layer: null, text }));
  assert.deepEqual(findRepeated(made, typeName), ['A: a.ts, b.ts']);
  assert.deepEqual(findRepeated(made, functionName), ['f: a.ts, b.ts']);
});

type Declaration = NonNullable<
  Extract<
    ReturnType<typeof parseSync>['program']['body'][number],
    { type: 'ExportNamedDeclaration' }
  >['declaration']
>;

function typeName(declaration: Declaration): string | undefined {
  return declaration.type === 'TSInterfaceDeclaration' ||
    declaration.type === 'TSTypeAliasDeclaration' ||
    declaration.type === 'ClassDeclaration'
    ? declaration.id?.name
    : undefined;
}

function functionName(declaration: Declaration): string | undefined {
  return declaration.type === 'FunctionDeclaration' ? declaration.id?.name : undefined;
}

/** Find the names that several files declare and export, as `Name: a.ts, b.ts`. */
function findRepeated(
  files: readonly SourceFile[],
  nameOf: (declaration: Declaration) => string | undefined,
): string[] {
  const declared = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    for (const statement of parseSync(path, text).program.body) {
      if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) continue;
      const name = nameOf(statement.declaration);
      if (name !== undefined) declared.set(name, (declared.get(name) ?? new Set()).add(path));
    }
  }
  return [...declared]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)
    .toSorted();
}
