import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CustomElement } from 'custom-elements-manifest/schema.d.ts';
import { parseSync, Visitor, type Span } from 'oxc-parser';
import { assistantLimits } from '../../src/elements/assistant/limits.ts';
import { searchLimits } from '../../src/elements/search/limits.ts';
import { createManifest } from './generate/reference.ts';
import { readSources } from './source-files.ts';

const sources = readSources().filter(({ path }) => path.startsWith('elements/'));

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
    ({ path, text }) => /\b[a-z]\w*Attributes = {/.test(text) && !path.endsWith('/attributes.ts'),
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
        /\b(?:this|host|element)\.(?:has|get)Attribute\([^)]*\)|observedAttributes|attributeChangedCallback/g,
      ),
    ].map(([call]) => `${path}: ${call}`),
  );
  // The text of a list, which is no JSON.
  assert.deepEqual(readers, ['elements/shared/check-attributes.ts: element.getAttribute(name)']);
});

for (const [tag, limits] of Object.entries({
  'docs-assistant': assistantLimits,
  'docs-search': searchLimits,
})) {
  test(`the words of <${tag}> are those of the types, and the first is the default`, () => {
    const element = createManifest()
      .modules.flatMap(({ declarations = [] }) => declarations)
      .find((declaration) => 'tagName' in declaration && declaration.tagName === tag);
    const { attributes = [] } = element as CustomElement;
    for (const { fieldName, type, default: value } of attributes) {
      if (!/^'.*'$/.test(type?.text ?? '')) continue;
      const words = (limits as Readonly<Record<string, readonly unknown[]>>)[fieldName!]!;
      const quoted = words.map((word) => `'${String(word)}'`);
      assert.equal(quoted.join(' | '), type!.text);
      assert.equal(quoted[0], value);
    }
  });
}
