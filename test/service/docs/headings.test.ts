/** Headings as generators write them: their ids, and those that have no text below them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read } from '../docs-folder.ts';

/** Heading and anchor of the first section that has a heading. */
function headingOf(file: string, heading: string): [string | undefined, string | undefined] {
  const { page } = read(file, `${heading}\n\nText.`);
  const section = page!.sections.find(({ headings }) => headings.length > 0);
  return [section?.headings.at(-1), section?.anchor];
}

describe('the id of a heading (search-1)', () => {
  for (const [heading, text, anchor] of [
    ['## Firing curve { #curve }', 'Firing curve', 'curve'],
    ['## Firing curve {#curve}', 'Firing curve', 'curve'],
    ['## Firing curve{#curve}', 'Firing curve', 'curve'],
    ['## Firing curve {#curve} ##', 'Firing curve', 'curve'],
    ['## Cooling {: #cool .warn }', 'Cooling', 'cool'],
    ['## Cooling {: .warn #cool}', 'Cooling', 'cool'],
    ['## Cooling\n{: #cool}', 'Cooling', 'cool'],
    ['## Glaze table {#glazes .wide data-x="1"}', 'Glaze table', 'glazes'],
    ['## Glaze table {.wide}', 'Glaze table', 'glaze-table'],
    ['## Glaze table {-}', 'Glaze table', 'glaze-table'],
    ['## 점토 준비하기 {/*preparing-clay*/}', '점토 준비하기', 'preparing-clay'],
    ['### `wedge(clay, times?)` {/*wedge*/}', 'wedge(clay, times?)', 'wedge'],
    ['## Mould care {/* mould-care */}', 'Mould care', 'mould-care'],
    ['## Speed limits [#speed]', 'Speed limits', 'speed'],
    ['## Foot pedal [!toc] [#pedal]', 'Foot pedal', 'pedal'],
    ['## Foot pedal [#pedal] [!toc]', 'Foot pedal', 'pedal'],
    ['## Foot pedal [!toc]', 'Foot pedal', 'foot-pedal'],
    ['(wheel-label)=\n## Wheel', 'Wheel', 'wheel'],
  ] as const)
    for (const file of ['a.md', 'a.mdx'])
      it(`is read from ${heading.replace('\n', ' ⏎ ')} in ${file}`, () => {
        assert.deepEqual(headingOf(file, heading), [text, anchor]);
      });

  it('is no part of what only looks like one', () => {
    assert.deepEqual(headingOf('a.md', '### GET /kilns/{id}'), ['GET /kilns/{id}', 'get-kilnsid']);
    assert.deepEqual(headingOf('a.md', '## Fixed [#123]'), ['Fixed [#123]', 'fixed-123']);
    assert.deepEqual(headingOf('a.md', '## The `{ #id }` syntax'), ['The { #id } syntax', 'the--id--syntax']);
  });

  it('is left out of the title', () => {
    assert.equal(read('a.md', '# Kiln settings { #kiln }\n\nText.').page!.title, 'Kiln settings');
    assert.equal(read('a.mdx', '# Wheel [#the-wheel]\n\nText.').page!.title, 'Wheel');
  });

  it('is not looked for in code and frontmatter', () => {
    const { page } = read('a.md', '---\ntitle: T\ndescription: "# x {#y}"\n---\n\n```md\n## A {#b}\n```');
    assert.equal(page!.description, '# x {#y}');
    assert.match(page!.sections.at(-1)!.content, /## A \{#b\}/);
  });
});

describe('a heading without text below it (search-8)', () => {
  const found = (file: string, text: string) =>
    read(file, text).page!.sections.map(({ headings, anchor }) => [headings.join(' > '), anchor]);

  for (const [what, body] of [
    ['a component', '<Demo name="kiln" />'],
    ['an image', '![](./cones.svg)'],
    ['a frame', '<iframe src="https://video.example/1"></iframe>'],
    ['an expression', '{props.table}'],
    ['nothing', ''],
  ] as const)
    it(`is a section of its own, above ${what}`, () => {
      assert.deepEqual(found('a.mdx', `Intro.\n\n## Playground\n\n${body}\n\n## Last\n\nText.`), [
        ['', undefined],
        ['Playground', 'playground'],
        ['Last', 'last'],
      ]);
    });

  it('is a section at the end of a page, too', () => {
    assert.deepEqual(found('a.mdx', 'Intro.\n\n## Orton numbers {#orton}\n'), [
      ['', undefined],
      ['Orton numbers', 'orton'],
    ]);
  });

  it('is found by the section below it, if there is one', () => {
    assert.deepEqual(found('a.md', '## Migration\n\n### From gas\n\nUnplug it.'), [
      ['Migration > From gas', 'from-gas'],
    ]);
  });
});
