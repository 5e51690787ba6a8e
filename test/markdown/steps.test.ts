// First: it counts only what has not run before.
import { countSteps } from './support/count-steps.ts';

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { parseSource } from '../../src/markdown/source-tree.ts';
import { createAttacks } from './support/attacks.ts';
import { createMarkdownDocument, parseMarkdown } from './support/extended-markdown.ts';

/** Longer than all limits of the parser on a single construct. */
const LENGTH = 4_000;
/** Steps for a text beside those for one of half its length: 2 when they are in proportion to it, 4 to its square. */
const MOST = 2.5;

/** More readings than V8 needs to optimize what is read. */
const READINGS = 10;

describe('the steps of the parser', () => {
  it('are counted the same at each reading', async () => {
    const text = createAttacks(LENGTH)['nested strong emphasis']!;
    const counts = new Set<number>();
    for (let reading = 0; reading < READINGS; reading++) counts.add(await countSteps(() => read(text)));
    assert.equal(counts.size, 1, [...counts].join(' '));
  });

  const longer = createAttacks(LENGTH * 2);
  for (const [name, text] of Object.entries(createAttacks(LENGTH))) {
    it(`are in proportion to the length of a hostile text: ${name}`, async () => {
      const factor = longer[name]!.length / text.length / 2;
      const steps = await countSteps(() => read(text));
      const more = await countSteps(() => read(longer[name]!));
      assert.ok(steps >= text.length / 1_000, 'steps are counted');
      assert.ok(more / steps <= MOST * factor, `${more} steps instead of ${steps}`);
    });

    it(`are in proportion to it with the places of blocks and links, too: ${name}`, async () => {
      const factor = longer[name]!.length / text.length / 2;
      const steps = await countSteps(() => parseSource(text));
      const more = await countSteps(() => parseSource(longer[name]!));
      assert.ok(more / steps <= MOST * factor, `${more} steps instead of ${steps}`);
    });
  }
});

function read(text: string): void {
  const growing = createMarkdownDocument();
  growing.append(text);
  // The text of the open block is parsed when its tree is asked for.
  assert.ok(growing.blocks);
  parseMarkdown(text);
}
