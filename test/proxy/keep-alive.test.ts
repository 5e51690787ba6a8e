import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEventBoundary } from '../../src/proxy/event-boundary.ts';
import { postMessage, proxyTo } from './requests.ts';

const COMMENT = ': keep-alive\n\n';
const encode = (text: string) => new TextEncoder().encode(text);

/** A proxy whose upstream says what the test makes it say. */
async function openStream(keepAlive: number | undefined, type = 'text/event-stream') {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const proxy = proxyTo('http://127.0.0.1:9', {
    ...(keepAlive !== undefined && { keepAlive }),
    fetch: async () => new Response(readable, { headers: { 'content-type': type } }),
  });
  const response = await proxy(postMessage());
  const reader = response.body!.getReader();
  const writer = writable.getWriter();
  return {
    say: (text: string) => void writer.write(encode(text)),
    end: () => writer.close(),
    read: async () => new TextDecoder().decode((await reader.read()).value),
    rest: async () => {
      let text = '';
      for (let piece; !(piece = await reader.read()).done;) text += new TextDecoder().decode(piece.value);
      return text;
    },
  };
}

describe('a comment that keeps a silent stream open', () => {
  it('comes between events, as often as the upstream stays silent', async () => {
    const stream = await openStream(5);
    assert.equal(await stream.read(), COMMENT);
    stream.say('data: one\n\n');
    let text = '';
    while (!text.includes(`data: one\n\n${COMMENT}${COMMENT}`)) text += await stream.read();
    stream.say('data: two\n\n');
    void stream.end();
    assert.match(await stream.rest(), /^(?:: keep-alive\n\n)*data: two\n\n/);
  });

  it('never comes inside one', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const stream = await openStream(10);
    const begun = 'data: {"type":"text-delta","delta":"begun ';
    stream.say(begun);
    assert.equal(await stream.read(), begun);
    const next = stream.read();
    t.mock.timers.tick(1000);
    stream.say('and ended"}\n\n');
    assert.equal(await next, 'and ended"}\n\n');
  });

  it('does not come unless it is switched on, nor into other formats', async () => {
    for (const stream of [await openStream(undefined), await openStream(1, 'text/plain')]) {
      stream.say('0:"one"\n');
      void stream.end();
      assert.equal(await stream.rest(), '0:"one"\n');
    }
  });
});

describe('the place between two events', () => {
  const cases: [text: string, isHere: boolean][] = [
    ['', true],
    ['data: x', false],
    ['data: x\n', false],
    ['data: x\r\n', false],
    ['data: x\n\n', true],
    ['data: x\r\r', true],
    ['data: x\r\n\r\n', true],
    ['data: x\n\r\n', true],
    ['data: x\r\n\r\n: c', false],
  ];
  for (const [text, isHere] of cases) {
    it(`is ${isHere ? '' : 'not '}after ${JSON.stringify(text)}, however it is cut`, () => {
      for (let cut = 0; cut <= text.length; cut++) {
        const boundary = createEventBoundary();
        boundary.update(encode(text.slice(0, cut)));
        boundary.update(encode(text.slice(cut)));
        assert.equal(boundary.isHere, isHere, `cut at ${cut}`);
      }
    });
  }
});
