import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSources, withoutComments } from './source-files.ts';

/** One value, also a function's. */
const VALUE = String.raw`[^\s;()]+(?:\([^()]*\))?`;

/** Properties and values that name a side of the window where text may run from either. */
const PHYSICAL: readonly RegExp[] = [
  /(?:^|[\s;{])(?:scroll-)?(?:margin|padding|border)-(?:left|right)\b/,
  /(?:^|[\s;{])border-(?:top|bottom)-(?:left|right)-radius\s*:/,
  /(?:^|[\s;{])(?:left|right)\s*:/,
  /(?:^|[\s;{])(?:text-align|float|clear|caption-side)\s*:\s*(?:left|right)\b/,
  // Four values, of which the second and the fourth are not the same: right and left.
  new RegExp(
    String.raw`(?:^|[\s;{])(?:inset|(?:scroll-)?(?:margin|padding)|border-(?:width|style|color))\s*:\s*${VALUE}\s+(${VALUE})\s+${VALUE}\s+(?!\1\s*;)${VALUE}\s*;`,
  ),
  /\btranslateX\(/,
];

/** Where a side is meant, or where it is a script that has found out which one. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  // What the writer of a table has said; and code, which runs from left to right everywhere.
  'elements/shared/markdown/markdown-extensions.ts': ['text-align: left;', 'text-align: right;'],
  // Handles are at the edges of the window's own coordinates.
  'elements/assistant/after-answer/resize.ts': ['left: -6px;', 'right: -6px;'],
  // From the corner at which scripts begin to count.
  'elements/assistant/after-answer/source-preview.ts': ['inset: 0 auto auto 0;'],
  'elements/assistant/selection/ask-selection.ts': ['inset: 0 auto auto 0;'],
  // The notch of a phone stays where it is.
  'elements/assistant/modes/placement-modes.ts': [
    'padding: 0 env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);',
  ],
};

/** The style sheets in a module, without what is said about them. */
function styleSheets(text: string): string[] {
  return [...withoutComments(text).matchAll(/\bcss`([^`]*)`/g)].map(([, sheet]) => sheet!);
}

function physicalLines(sheet: string): string[] {
  return sheet
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => PHYSICAL.some((property) => property.test(line)));
}

const modules = readSources()
  .filter(({ path }) => path.startsWith('elements/'))
  .map(({ path, text }) => ({ path, sheets: styleSheets(text) }))
  .filter(({ sheets }) => sheets.length > 0);

test('the style sheets name no side of the window', () => {
  assert.ok(modules.length > 10);
  const found = modules.flatMap(({ path, sheets }) =>
    sheets
      .flatMap(physicalLines)
      .filter((line) => !MEANT[path]?.includes(line))
      .map((line) => `${path}: ${line}`),
  );
  assert.deepEqual(found, []);
});

test('every side that is meant is still named', () => {
  const gone = Object.entries(MEANT).flatMap(([path, lines]) => {
    const found = modules.find((module) => module.path === path)?.sheets.flatMap(physicalLines) ?? [];
    return lines.filter((line) => !found.includes(line));
  });
  assert.deepEqual(gone, []);
});

for (const line of [
  'margin-left: 4px;',
  'right: 0;',
  'padding: 0 4px 0 8px;',
  'inset: 0 auto auto 0;',
  'text-align: right;',
  'border-top-left-radius: 4px;',
  'transform: translateX(4px);',
]) {
  test(`the search for sides finds ${line}`, () => {
    assert.deepEqual(physicalLines(line), [line]);
  });
}

for (const line of [
  'margin: 0 4px 1px 4px;',
  'inset-inline: 0 4px;',
  'text-align: start;',
  'padding: 1px 2px;',
]) {
  test(`the search for sides leaves ${line}`, () => {
    assert.deepEqual(physicalLines(line), []);
  });
}
