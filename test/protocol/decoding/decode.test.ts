import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';

import * as fc from 'fast-check';

import type { AnswerEvent } from '../../../src/protocol/reply/answer-event.ts';
import {
  createReplyDecoder,
  readFormatHint,
  type ReplyDecoderOptions,
} from '../../../src/protocol/decoding/decode.ts';
import { applyEvent, createReply, type Reply } from '../../../src/protocol/reply/reply.ts';
import { endReply } from '../../../src/protocol/reply/reply-content.ts';
import { isFinalStatus } from '../../../src/protocol/reply/reply-status.ts';
import { splitSuggestions } from '../../../src/protocol/reply/suggestions.ts';
import { cutBytes, readRecordings, replay, type Recording } from '../recordings.ts';

function cut(body: string, size: number): string[] {
  return body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
}

async function decode(
  pieces: readonly string[],
  options: ReplyDecoderOptions & { broken?: boolean } = {},
): Promise<Reply> {
  const reply = createReply();
  const decoder = createReplyDecoder(options);
  for (const piece of pieces) for (const event of await decoder.push(piece)) applyEvent(reply, event);
  for (const event of await decoder.end(options.broken)) applyEvent(reply, event);
  endReply(reply);
  return reply;
}

const SSE_ANSWER =
  'data: {"type":"text-start","id":"0"}\n\ndata: {"type":"text-delta","id":"0","delta":"Hi"}\n\n';

describe('a text that begins like something else', () => {
  const beginnings = [
    '1: First, install it.',
    '1:1 mapping',
    'a: b',
    'd:',
    'e',
    '5',
    '42',
    '0:',
    '2:[a link](b)',
    '3:"quoted" words\nand more',
    'k:{x}\n',
    'g:"never closed',
    'd: {"a":1}',
    'data: is the new oil',
    'data: {"a": 1} is JSON',
    'data: {"a": 1} is JSON\n\nand so on',
    'data: [a link](b)',
    'data: 5 things\nto know',
    'data: 5',
    'data: true story',
    'data:',
    'datum',
    'event: tonight',
    'evening',
    'id: 5 is…',
    'id: 5 is\n\nnot an event',
    'retry: it helps',
    ':wave: hi',
    ':wave: hi\nthere',
    '{not json}',
    '{{ template }}',
    '{',
    '{"key": is how JSON begins',
    '[a link](https://example.com) is here',
    '[1] See below\n[2] See above',
    '[',
    '<div>is a tag</div>',
    '<!-- a comment -->',
    '<htm',
    '<',
    'null',
    'true',
    '"quoted"',
    '- a list\n- of two',
    '```js\n{"type":"text-delta"}\n```',
    '\n\n   indented',
    'Zeile\u2028mit Trenner',
  ];
  for (const text of beginnings) {
    it(JSON.stringify(text), async () => {
      for (const size of [text.length, 1, 2, 3, 7]) {
        const reply = await decode(cut(text, size));
        assert.deepEqual(
          [reply.format, reply.status, reply.text],
          ['text', 'done', text],
          `pieces of ${size}`,
        );
      }
    });
  }

  it('is told as soon as it cannot be a stream', async () => {
    const events = await createReplyDecoder().push('Hel');
    assert.deepEqual(events.at(-1), { type: 'text', phase: 'delta', part: '0', delta: 'Hel' });
  });

  it('is told when no line has ended in 64,000 characters', async () => {
    const decoder = createReplyDecoder();
    assert.deepEqual(await decoder.push(`id: ${'x'.repeat(63_000)}`), []);
    assert.deepEqual((await decoder.push('x'.repeat(2000)))[0], { type: 'format', format: 'text' });
  });
});

describe('what the labels say', () => {
  it('decides nothing when the bytes do', async () => {
    assert.equal((await decode([SSE_ANSWER], { hint: 'v1' })).format, 'sse');
    assert.equal((await decode(['0:"a"\n'], { hint: 'sse' })).format, 'v1');
    assert.equal((await decode(['{"message":"Hi"}'], { hint: 'sse' })).format, 'json');
    assert.equal((await decode(['<html>'], { hint: 'sse' })).error?.code, 'bad-content');
  });

  for (const [what, beginning] of [
    ['an unknown field', 'retries: 3\n'],
    ['a field without a colon', 'data\n\n'],
    ['two blanks before the data', 'data:  {"type":"start"}\n\n'],
    ['a long comment', `: ${'x'.repeat(100_000)}\n\n`],
    ['a text', 'Hello\n\n'],
  ] as const) {
    it(`makes a stream of what begins with ${what}, and shows nothing of that`, async () => {
      for (const size of [1, 7, 200_000]) {
        const reply = await decode(cut(`${beginning}${SSE_ANSWER}data: [DONE]\n\n`, size), { hint: 'sse' });
        assert.deepEqual([reply.format, reply.status, reply.text], ['sse', 'done', 'Hi'], `${size}`);
      }
      const lines = await decode([`${beginning}0:"Hi"\nd:{"finishReason":"stop"}\n`], { hint: 'v1' });
      assert.deepEqual([lines.format, lines.status, lines.text], ['v1', 'done', 'Hi']);
    });
  }

  it('has nothing shown of a body without a part', async () => {
    for (const hint of ['sse', 'v1'] as const) assert.equal((await decode(['Hello'], { hint })).text, '');
  });

  it('decides a line that is cut or broken', async () => {
    assert.equal((await decode(['f:{"mess'], { hint: 'v1' })).text, '');
    assert.equal((await decode(['data: {"ty'], { hint: 'sse' })).text, '');
    assert.equal((await decode(['0:"broken\n0:"good"\n'], { hint: 'v1' })).text, 'good');
  });

  it('begins another text after a call or a thought, in the line protocol also within a step, and where texts have no marks', async () => {
    const call = '9:{"toolCallId":"c","toolName":"s","args":{}}\na:{"toolCallId":"c","result":[]}\n';
    const end = 'd:{"finishReason":"stop"}\n';
    assert.equal((await decode([`0:"One."\n${call}0:"# Two"\n${end}`])).text, 'One.\n\n# Two');
    const step = 'e:{"finishReason":"stop","isContinued":true}\n';
    assert.equal((await decode([`0:"One "\n${step}0:"and more"\n${end}`])).text, 'One and more');
    const thoughts = await decode([`g:"A"\n0:"One."\ng:"B"\ng:"C"\n0:"# Two"\n${end}`]);
    assert.deepEqual([thoughts.text, thoughts.reasoning], ['One.\n\n# Two', 'ABC']);
    const item = (value: object): string => `2:${JSON.stringify([JSON.stringify(value)])}\n`;
    const items = [
      { type: 'text-delta', textDelta: 'One.' },
      { type: 'tool-call', toolName: 's' },
      { type: 'text-delta', textDelta: '# Two' },
    ];
    assert.equal((await decode([items.map(item).join('') + end])).text, 'One.\n\n# Two');
    const chunks = [
      { type: 'text-delta', delta: 'One.' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 's', input: {} },
      { type: 'tool-output-available', toolCallId: 'c', output: [] },
      { type: 'text-delta', delta: '# Two' },
    ];
    const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    assert.equal((await decode([body])).text, 'One.\n\n# Two');
  });

  it('is read from the headers in the order of their trust', () => {
    const hint = (headers: Record<string, string>) => readFormatHint(new Headers(headers));
    assert.equal(hint({ 'x-vercel-ai-ui-message-stream': 'v1', 'x-vercel-ai-data-stream': 'v1' }), 'sse');
    assert.equal(hint({ 'x-vercel-ai-data-stream': 'v1', 'content-type': 'text/event-stream' }), 'v1');
    assert.equal(hint({ 'content-type': 'text/event-stream; charset=utf-8' }), 'sse');
    assert.equal(hint({ 'content-type': 'application/json' }), null);
  });
});

describe('bodies that are no stream', () => {
  it('takes the answer of one JSON document, with its thread', async () => {
    for (const field of ['message', 'content', 'text']) {
      const reply = await decode([JSON.stringify({ [field]: 'Hi', threadId: 'T' }, null, 2)]);
      assert.deepEqual([reply.format, reply.status, reply.text, reply.threadId], ['json', 'done', 'Hi', 'T']);
    }
  });

  it('takes the error of one JSON document', async () => {
    for (const error of ['no luck', { message: 'no luck' }]) {
      const reply = await decode(cut(JSON.stringify({ error }), 3));
      assert.deepEqual(
        [reply.status, reply.error?.code, reply.error?.message],
        ['error', 'stream', 'no luck'],
      );
    }
  });

  it('refuses a JSON document of another kind', async () => {
    for (const body of ['{"ok":true}', '[]', '{"message":{"role":"user"}}']) {
      assert.equal((await decode([body])).error?.code, 'bad-content');
    }
  });

  it('refuses an HTML page, and shows nothing of it', async () => {
    for (const page of ['<!DOCTYPE html>\n<html>', '<html lang="en">', '\n <!doctype HTML>']) {
      for (const size of [100, 1]) {
        const reply = await decode(cut(page + '<body>Sign in</body>', size));
        assert.deepEqual([reply.status, reply.text, reply.error?.code], ['error', '', 'bad-content']);
      }
    }
  });

  it('refuses bytes that are no text', async () => {
    const decoder = new TextDecoder();
    for (const bytes of [
      gzipSync('A text that was compressed twice'),
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      Buffer.from('Grüße'.repeat(5), 'utf16le'),
    ]) {
      for (const size of [1000, 3]) {
        const { status, error } = await decode(cut(decoder.decode(bytes), size));
        assert.deepEqual([status, error?.code], ['error', 'bad-content']);
      }
    }
    // ISO 8859-1 can still be read.
    const latin = 'Die Größe der Schrift ändert sich mit der Größe des Fensters.';
    assert.equal((await decode([decoder.decode(Buffer.from(latin, 'latin1'))])).status, 'done');
  });

  it('counts a text as complete only when the connection ended well', async () => {
    assert.equal((await decode(['Hel', 'lo'])).status, 'done');
    assert.equal((await decode(['Hel', 'lo'], { broken: true })).status, 'interrupted');
  });

  it('calls nothing at all an empty text', async () => {
    assert.deepEqual([(await decode([])).format, (await decode([])).status], ['text', 'empty']);
  });

  it('drops a byte order mark', async () => {
    assert.equal((await decode(['\uFEFFHello'])).text, 'Hello');
    assert.equal((await decode(['\uFEFF0:"Hello"\n'])).text, 'Hello');
  });
});

describe('mercies of the SSE stream', () => {
  it('reads one JSON value a line where blank lines are missing, as it comes', async () => {
    const decoder = createReplyDecoder();
    const events = await decoder.push(SSE_ANSWER.replaceAll('\n\n', '\n'));
    assert.ok(events.some((event) => event.type === 'text' && event.delta === 'Hi'));
  });

  it('takes an error event that is plain text', async () => {
    const reply = await decode([`${SSE_ANSWER}event: error\ndata: upstream gave up\n\n`]);
    assert.deepEqual([reply.status, reply.error?.message], ['error', 'upstream gave up']);
  });

  it('ignores what follows the end mark', async () => {
    const decoder = createReplyDecoder();
    await decoder.push(`${SSE_ANSWER}data: [DONE]\n\ndata: {"type":"error","errorText":"late"}\n\n`);
    assert.equal(decoder.state, 'ended');
    assert.deepEqual(await decoder.push(SSE_ANSWER), []);
    assert.deepEqual(await decoder.end(), []);
  });

  it('survives types that are names of Object.prototype', async () => {
    const chunks = ['constructor', '__proto__', 'toString', 'hasOwnProperty'].map(
      (type) => `data: ${JSON.stringify({ type })}\n\n`,
    );
    const reply = await decode([SSE_ANSWER, ...chunks]);
    assert.deepEqual(
      reply.warnings.map(({ kind }) => kind),
      ['unknown-type', 'unknown-type', 'unknown-type', 'unknown-type'],
    );
  });

  it('finds a thread id in a part that it does not know', async () => {
    assert.equal((await decode([`${SSE_ANSWER}data: {"type":"novel","threadId":"T"}\n\n`])).threadId, 'T');
  });
});

describe('mercies of the line protocol', () => {
  it('takes the message of an error object', async () => {
    assert.equal((await decode(['3:{"message":"no luck"}\n'])).error?.message, 'no luck');
  });

  it('takes a data part that is no array as one element', async () => {
    assert.deepEqual((await decode(['2:{"a":1}\n8:"b"\n0:"x"\n'])).data, [{ a: 1 }]);
    assert.deepEqual((await decode(['2:{"a":1}\n8:"b"\n0:"x"\n'])).annotations, ['b']);
  });

  it('does not take a step for the end when another follows', async () => {
    const step = 'f:{"messageId":"m"}\n0:"a"\ne:{"finishReason":"stop"}\n';
    assert.equal((await decode([step])).status, 'done');
    assert.equal((await decode([`${step}f:{"messageId":"m"}\n`])).status, 'interrupted');
    assert.equal((await decode([`${step}0:"b"\n`])).status, 'interrupted');
    assert.equal((await decode([`${step}2:["note"]\n`])).status, 'done');
  });

  it('reads lines that end in a bare carriage return', async () => {
    assert.equal((await decode(cut('0:"a"\r0:"b"\rd:{"finishReason":"stop"}\r', 1))).text, 'ab');
  });
});

describe('the thread id', () => {
  const places: [rank: number, wire: string][] = [
    [1, '{"type":"finish","threadId":"R"}'],
    [2, '{"type":"finish","messageMetadata":{"threadId":"R"}}'],
    [3, '{"type":"finish-step","messageMetadata":{"threadId":"R"}}'],
    [4, '{"type":"message-metadata","messageMetadata":{"threadId":"R"}}'],
    [4, '{"type":"data-thread-id","data":"R","transient":true}'],
    [4, '{"type":"data-any","data":{"threadId":"R"}}'],
    [5, '{"type":"start","threadId":"R"}'],
    [8, '{"type":"novel","threadId":"R"}'],
  ];
  const wire = (place: string, value: string) => `data: ${place.replace('"R"', JSON.stringify(value))}\n\n`;

  for (const [rank, place] of places) {
    it(`is found in ${place}`, async () => {
      assert.equal((await decode([SSE_ANSWER, wire(place, 'T')])).threadId, 'T');
    });

    for (const [otherRank, otherPlace] of places) {
      it(`of ${place} ${rank <= otherRank ? 'replaces' : 'leaves'} the one of an earlier ${otherPlace}`, async () => {
        const reply = await decode([SSE_ANSWER, wire(otherPlace, 'earlier'), wire(place, 'later')]);
        assert.equal(reply.threadId, rank <= otherRank ? 'later' : 'earlier');
      });
    }
  }

  it('is taken from each place of the line protocol', async () => {
    for (const line of [
      'd:{"finishReason":"stop","threadId":"T"}',
      'd:{"finishReason":"stop","messageMetadata":{"threadId":"T"}}',
      'e:{"finishReason":"stop","threadId":"T"}',
      '2:[{"type":"finish","threadId":"T"}]',
      '2:["{\\"type\\":\\"finish\\",\\"threadId\\":\\"T\\"}"]',
      '8:[{"threadId":"T"}]',
      '5:{"threadId":"T","messageId":"m"}',
      'z:{"threadId":"T"}',
    ]) {
      assert.equal((await decode([`0:"x"\n${line}\n`])).threadId, 'T', line);
    }
  });

  it('comes with its key', async () => {
    const reply = await decode([SSE_ANSWER, wire('{"type":"finish","threadId":"R","threadKey":"K"}', 'T')]);
    assert.deepEqual([reply.threadId, reply.threadKey], ['T', 'K']);
  });

  it('is ignored when it is empty, too long or no string', async () => {
    for (const value of ['', 'x'.repeat(257), 5, null, {}, []]) {
      assert.equal((await decode([SSE_ANSWER, wire(places[0]![1], value as string)])).threadId, null);
    }
    assert.equal((await decode([SSE_ANSWER, wire(places[0]![1], 'x'.repeat(256))])).threadId?.length, 256);
  });
});

describe('limits', () => {
  const bodies = {
    sse: (text: string) =>
      `${SSE_ANSWER}data: ${JSON.stringify({ type: 'text-delta', id: '0', delta: text })}\n\n`,
    'sse with a blank line missing': (text: string) =>
      `${SSE_ANSWER.replaceAll('\n\n', '\n')}data: ${JSON.stringify({ type: 'text-delta', id: '0', delta: text })}\n`,
    v1: (text: string) => `0:"Hi"\n0:${JSON.stringify(text)}\n`,
    ndjson: (text: string) =>
      `{"type":"text-delta","id":"0","delta":"Hi"}\n${JSON.stringify({ type: 'text-delta', id: '0', delta: text })}\n`,
  };
  for (const [format, body] of Object.entries(bodies)) {
    for (const size of [10, 100_000]) {
      it(`refuse a line that is too long, and keep what came before (${format}, pieces of ${size})`, async () => {
        const decoder = createReplyDecoder({ limits: { line: 1000 } });
        const reply = createReply();
        for (const piece of cut(body('x'.repeat(2000)), size)) {
          for (const event of await decoder.push(piece)) applyEvent(reply, event);
        }
        endReply(reply);
        assert.equal(decoder.state, 'refused');
        assert.deepEqual([reply.status, reply.error?.code, reply.text], ['error', 'too-large', 'Hi']);
      });
    }
  }

  it('refuse an event of many lines of data', async () => {
    const decoder = createReplyDecoder({ limits: { line: 1000 } });
    await decoder.push(SSE_ANSWER);
    const events = await decoder.push('data: x\n'.repeat(1000));
    assert.deepEqual([events[0]?.type, decoder.state], ['error', 'refused']);
    assert.deepEqual(await decoder.push(SSE_ANSWER), []);
  });

  it('refuse a body that is too long', async () => {
    const reply = await decode(['Hello ', 'world'], { limits: { body: 8 } });
    assert.deepEqual([reply.status, reply.error?.code, reply.text], ['error', 'too-large', 'Hello wo']);
  });
});

const recordings = readRecordings().filter(({ status }) => status === 200);
const find = (name: string): Recording => recordings.find((recording) => recording.name === name)!;

describe('a reply as it comes', () => {
  for (const name of ['ai4/tool-search', 'ai7/tool-search', 'ai4/markdown-unicode', 'ai7/markdown-unicode']) {
    it(`shows no more than the beginning of ${name}`, async () => {
      const recording = find(name);
      const final = splitSuggestions((await replay(recording)).text).text;
      const decoder = createReplyDecoder({ hint: readFormatHint(new Headers(recording.headers)) });
      const text = new TextDecoder();
      const reply = createReply();
      let shown = '';
      for (const byte of cutBytes(recording.body, 1)) {
        for (const event of await decoder.push(text.decode(byte, { stream: true }))) applyEvent(reply, event);
        const next = splitSuggestions(reply.text, true).text;
        assert.ok(next.startsWith(shown) && final.startsWith(next), JSON.stringify(next.slice(-40)));
        shown = next;
      }
      assert.equal(shown, final);
    });

    it(`keeps a beginning of ${name} when it is cut anywhere`, async () => {
      const recording = find(name);
      const final = (await replay(recording)).text;
      for (let length = 0; length < recording.body.length; length++) {
        const reply = await replay({ ...recording, body: recording.body.subarray(0, length) });
        assert.ok(final.startsWith(reply.text), `${length} bytes`);
        assert.ok(isFinalStatus(reply.status));
      }
    });
  }
});

describe('damaged recordings', () => {
  const small = recordings.filter(({ body }) => body.length > 0 && body.length < 5000);
  const damage = fc.record({
    recording: fc.constantFrom(...small),
    kind: fc.constantFrom('delete', 'duplicate', 'swap', 'flip', 'cut'),
    places: fc.array(fc.nat(), { minLength: 2, maxLength: 8 }),
    size: fc.integer({ min: 1, max: 200 }),
    labelled: fc.boolean(),
  });

  it('never throw, and end in a final status', async () => {
    await fc.assert(
      fc.asyncProperty(damage, async ({ recording, kind, places, size, labelled }) => {
        let body = Uint8Array.from(recording.body);
        if (kind === 'flip') for (const place of places) body[place % body.length]! ^= 1 << (place % 8);
        else if (kind === 'cut') body = body.subarray(0, places[0]! % body.length);
        else {
          const lines = new TextDecoder().decode(body).split('\n');
          for (const place of places) {
            const [from, to] = [place % lines.length, (place * 7) % lines.length];
            if (kind === 'delete') lines.splice(from, 1, '');
            else if (kind === 'duplicate') lines.splice(to, 0, lines[from]!);
            else [lines[from], lines[to]] = [lines[to]!, lines[from]!];
          }
          body = new TextEncoder().encode(lines.join('\n'));
        }
        const headers: Record<string, string> = labelled ? recording.headers : {};
        const reply = await replay({ ...recording, headers, body }, cutBytes(body, size));
        assert.ok(isFinalStatus(reply.status));
      }),
      { numRuns: 2000 },
    );
  });

  it('never throw on any text', async () => {
    const words = fc.constantFrom(
      'data: ', '0:', 'd:', 'e:', '2:', '\n', '\n\n', '\r', '"', '{', '}', '[', ']', 'event: error', '[DONE]',
      '{"type":"text-delta","id":"0","delta":"x"}', '{"type":"finish"}', '{"type":"tool-output-available"}',
      '{"__proto__":{"a":1}}', '"\\ud800"', 'null', '1', ':', '<html>', ' ', 'x',
    ); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 30 }), fc.boolean(), async (pieces, broken) => {
        const reply = await decode(pieces, { broken });
        assert.ok(isFinalStatus(reply.status));
        assert.deepEqual((await decode([pieces.join('')], { broken })).text, reply.text);
      }),
      { numRuns: 3000 },
    );
  });
});

/** Runs `work`, and counts the characters that it searches or joins. */
async function countTouched(work: () => Promise<void>): Promise<number> {
  const { indexOf, lastIndexOf, split, includes } = String.prototype;
  const { join } = Array.prototype;
  let touched = 0;
  const counting = <Args extends unknown[], Result>(method: (...given: Args) => Result) =>
    function (this: string, ...given: Args): Result {
      touched += this.length;
      return method.apply(this, given);
    };
  Object.assign(String.prototype, {
    indexOf: counting(indexOf),
    lastIndexOf: counting(lastIndexOf),
    split: counting(split as (...given: [string]) => string[]),
    includes: counting(includes),
  });
  Object.assign(Array.prototype, {
    join(this: unknown[], separator?: string) {
      const joined = join.call(this, separator);
      touched += joined.length;
      return joined;
    },
  });
  try {
    await work();
  } finally {
    Object.assign(String.prototype, { indexOf, lastIndexOf, split, includes });
    Object.assign(Array.prototype, { join });
  }
  return touched;
}

describe('the work', () => {
  for (const name of ['ai4/long-one-delta', 'ai7/long-one-delta']) {
    it(`grows with the length of a line, not with its square (${name} in pieces of 16)`, async () => {
      const body = new TextDecoder().decode(find(name).body);
      const pieces = cut(body, 16);
      const decoder = createReplyDecoder();
      const events: AnswerEvent[] = [];
      const touched = await countTouched(async () => {
        for (const piece of pieces) events.push(...(await decoder.push(piece)));
      });
      assert.ok(events.some((event) => event.type === 'finish'));
      assert.ok(
        touched > body.length && touched < 12 * body.length,
        `${touched / body.length} times the body`,
      );
    });
  }
});
