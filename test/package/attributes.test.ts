import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSync, Visitor, type Span } from 'oxc-parser';
import { readSources } from './source-files.ts';

// The shells of the chat and the search have no room for a table.
const sources = readSources().filter(({ path }) =>
  /^elements\/(?!assistant|search|shared\/docs-element)/.test(path),
);

test('the attributes of an element stand in an `attributes.ts` alone: a class has that table, and states', () => {
  const others = sources.flatMap(({ path, text }) => {
    const write = ({ start, end }: Span): string => text.slice(start, end);
    const found: string[] = [];
    new Visitor({
      PropertyDefinition({ key, value, static: isStatic }) {
        if (!isStatic || write(key) !== 'properties' || !value) return;
        const entries = value.type === 'ObjectExpression' ? value.properties.map(write) : [write(value)];
        for (const entry of entries)
          if (!/^(?:(?:\.\.\.)?\w+Attributes|\w+: { state: true })$/.test(entry))
            found.push(`${path}: ${entry}`);
      },
      CallExpression({ callee }) {
        if (/\bcreateProperty$/.test(write(callee)) && !write(callee).startsWith('super.'))
          found.push(`${path}: ${write(callee)}`);
      },
      Decorator({ expression }) {
        found.push(`${path}: @${write(expression)}`);
      },
    }).visit(parseSync(path, text).program);
    return found;
  });
  assert.deepEqual(others, []);
});

test('a table of attributes stands nowhere else', () => {
  const strangers = sources.filter(
    ({ path, text }) => /\bAttributes = {/.test(text) && !path.endsWith('/attributes.ts'),
  );
  assert.deepEqual(
    strangers.map(({ path }) => path),
    [],
  );
});

test('no element reads an attribute of its own that no table names', () => {
  const readers = sources.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /\b(?:this|host|element)\.(?:has|get|toggle)Attribute\([^)]*\)|observedAttributes|attributeChangedCallback/g,
      ),
    ].map(([call]) => `${path}: ${call}`),
  );
  // The text of a list, which is no JSON.
  assert.deepEqual(readers, ['elements/shared/property-checks.ts: element.getAttribute(name)']);
});
