import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnswerSource, type AnswerCall, type AnswerFunction } from '../../src/sources.ts';
import { ask as askSource, QUESTION, REQUEST } from './ask.ts';

test('a function answers in parts, with sources and a thread', async () => {
  const calls: [string, AnswerCall][] = [];
  const reply = await ask(
    async function* (question, call) {
      calls.push([question, call]);
      yield 'Be';
      yield 'cause.';
      yield { source: { url: '/why', title: 'Why' } };
      yield { threadId: 't1' };
    },
    { threadId: 't0', filter: { version: 'v2', language: 'de' } },
  );
  assert.equal(reply.text, 'Because.');
  assert.equal(reply.status, 'done');
  assert.equal(reply.threadId, 't1');
  assert.deepEqual(
    reply.sources.map(({ url, title }) => [url, title]),
    [['/why', 'Why']],
  );
  const [[question, { threadId, version, language, messages }]] = calls as [(typeof calls)[0]];
  assert.deepEqual([question, threadId, version, language], [QUESTION, 't0', 'v2', 'de']);
  assert.deepEqual(messages, REQUEST.messages);
});

test('a part of another form is bad content, after the text so far', async () => {
  const texts: unknown[] = [];
  await assert.rejects(
    async () => {
      for await (const events of open(async function* () {
        yield 'A';
        yield 7 as never;
      }))
        texts.push(...events);
    },
    { code: 'bad-content' },
  );
  assert.equal(texts.length, 1);
});

test('what a function throws may be tried again', async () => {
  await assert.rejects(
    ask(async function* () {
      yield 'A';
      throw new Error('No luck');
    }),
    { code: 'network', retryable: true, message: 'No luck' },
  );
});

test('an answer that is stopped ends at once, and its function is told', async () => {
  const stop = new AbortController();
  let seen: AbortSignal | undefined;
  const source = createAnswerSource(async function* (_, { signal }) {
    seen = signal;
    yield 'A';
    await new Promise(() => {});
  });
  await assert.rejects(
    async () => {
      for await (const _ of source.answer(REQUEST, { signal: stop.signal })) stop.abort();
    },
    { code: 'aborted' },
  );
  assert.equal(seen?.aborted, true);
});

test('a function is told when its answer is no longer read', async () => {
  let hasEnded = false;
  const source = open(async function* () {
    try {
      yield 'A';
      yield 'B';
    } finally {
      hasEnded = true;
    }
  });
  for await (const _ of source) break;
  assert.equal(hasEnded, true);
});

function open(answer: AnswerFunction) {
  return createAnswerSource(answer).answer(REQUEST);
}

function ask(answer: AnswerFunction, more?: object) {
  return askSource(createAnswerSource(answer), more);
}
