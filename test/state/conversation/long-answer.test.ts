import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createReplyDecoder } from '../../../src/protocol/decoding/decode.ts';
import type { AnswerEvent } from '../../../src/protocol/reply/answer-event.ts';
import type { AnswerSource } from '../../../src/protocol/sources.ts';
import { Conversation } from '../../../src/state/conversation/conversation.ts';
import { openStorage } from '../../../src/state/storage/storage.ts';
import { SITE } from '../fakes.ts';

const LENGTH = 200_000;
const PIECE = 16;

/** Texts in which a search for the fence of suggestions is tempted to begin anew. */
const TEXTS: Readonly<Record<string, string>> = {
  'paragraphs and code': 'Use `npm`, then:\n\n```sh\nnpm start\n```\n\n',
  'one long line': 'word ',
  'lines that may become a fence': '```s\n',
};

for (const [name, unit] of Object.entries(TEXTS))
  it(`an answer of 200 KB in small reads is not read anew at each of them: ${name}`, async () => {
    const text = unit.repeat(LENGTH / unit.length);
    const conversation = new Conversation({
      source: createSource(text),
      site: SITE,
      storage: openStorage('memory', () => null),
    });
    const characters = await countCharacters(() => conversation.ask('How?'));
    assert.equal(conversation.snapshot.turns[0]?.answer.text, text);
    assert.ok(characters < 100 * LENGTH, `${characters / LENGTH} times the text`);
  });

/** A source that decodes the answer from reads of a few characters, with a delta in each. */
function createSource(text: string): AnswerSource {
  const chunk = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
  const deltas = text.match(new RegExp(`[^]{1,${PIECE}}`, 'g'))!;
  const reads = [
    chunk({ type: 'start' }),
    ...deltas.flatMap((delta) => {
      const wire = chunk({ type: 'text-delta', id: '0', delta });
      return [wire.slice(0, PIECE), wire.slice(PIECE)];
    }),
    chunk({ type: 'finish', finishReason: 'stop' }),
  ];
  return {
    async *answer(): AsyncGenerator<readonly AnswerEvent[]> {
      const decoder = createReplyDecoder();
      for (const read of reads) {
        const events = await decoder.push(read);
        if (events.length > 0) yield events;
      }
      yield await decoder.end();
    },
  };
}

/** Run something. @returns the characters of all strings that were cut, searched or joined meanwhile */
async function countCharacters(run: () => Promise<unknown>): Promise<number> {
  let characters = 0;
  const restore: (() => void)[] = [];
  type Measure = (self: string, args: readonly string[], result: string) => number;
  const count = (prototype: object, method: string, measure: Measure): void => {
    const original = Reflect.get(prototype, method) as (...args: string[]) => string;
    Reflect.set(prototype, method, function counted(this: string, ...args: string[]) {
      const result = Reflect.apply(original, this, args);
      characters += measure(this, args, result);
      return result;
    });
    restore.push(() => Reflect.set(prototype, method, original));
  };
  for (const method of ['slice', 'search', 'split', 'indexOf', 'lastIndexOf', 'includes', 'replace', 'trim'])
    count(String.prototype, method, (self) => self.length);
  for (const method of ['exec', 'test']) count(RegExp.prototype, method, (_, [text = '']) => text.length);
  count(Array.prototype, 'join', (_, __, result) => result.length);
  try {
    await run();
  } finally {
    for (const end of restore) end();
  }
  return characters;
}
