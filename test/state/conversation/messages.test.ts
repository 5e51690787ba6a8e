import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_REQUEST_LIMITS, readAssistantRequest } from '../../../src/protocol/requests/read-request.ts';
import {
  createMessages,
  MAX_SENT_BYTES,
  MAX_SENT_MESSAGES,
} from '../../../src/state/conversation/messages.ts';
import { MAX_QUESTION_LENGTH } from '../../../src/state/conversation/question.ts';
import { createTurn } from './turns.ts';

const asked = createTurn('And on Windows?');
const texts = (...parameters: Parameters<typeof createMessages>): string[] =>
  createMessages(...parameters).map(({ role, content }) => `${role}: ${content}`);

describe('createMessages', () => {
  it('sends the question alone at the beginning', () => {
    assert.deepEqual(createMessages([], asked), [
      {
        id: asked.id,
        role: 'user',
        content: 'And on Windows?',
        parts: [{ type: 'text', text: 'And on Windows?' }],
      },
    ]);
  });

  it('sends the turns before it as text, oldest first', () => {
    assert.deepEqual(texts([createTurn('one'), createTurn('two')], asked), [
      'user: one',
      'assistant: Answer to one',
      'user: two',
      'assistant: Answer to two',
      'user: And on Windows?',
    ]);
  });

  it('keeps a question whose answer has no text', () => {
    const lost = createTurn('one', { status: 'error', text: ' \n' });
    assert.deepEqual(texts([lost], asked), ['user: one', 'user: And on Windows?']);
  });

  it('sends what was read of an answer that was stopped or cut', () => {
    const stopped = createTurn('one', { status: 'stopped', text: 'Use' });
    const cut = createTurn('two', { status: 'interrupted', text: 'Run' });
    assert.deepEqual(texts([stopped, cut], asked).slice(1, 4), [
      'assistant: Use',
      'user: two',
      'assistant: Run',
    ]);
  });

  it('leaves out a question that was too long to be sent', () => {
    const tooLong = createTurn('x'.repeat(MAX_QUESTION_LENGTH + 1), { status: 'error', text: '' });
    assert.deepEqual(texts([tooLong], asked), ['user: And on Windows?']);
  });

  it('cuts a long answer rather than leave its turn out', () => {
    const turns = [createTurn('one'), createTurn('two', { text: 'x'.repeat(100_000) })];
    const sent = texts(turns, asked);
    assert.deepEqual([sent.length, sent[0]], [5, 'user: one']);
    assert.match(sent[3]!, /^assistant: x{1000,}$/);
  });

  it("takes the server's message id, unless it is too long", () => {
    const [one, two] = [
      createTurn('one', { messageId: 'msg-1' }),
      createTurn('two', { messageId: 'm'.repeat(257) }),
    ];
    assert.deepEqual(
      createMessages([one, two], asked).map(({ id }) => id),
      [one.id, 'msg-1', two.id, `${two.id}-answer`, asked.id],
    );
  });

  it('sends no more messages than servers accept, the newest', () => {
    const turns = Array.from({ length: 60 }, (_, index) => createTurn(`question ${index}`));
    const sent = texts(turns, asked);
    assert.ok(sent.length <= MAX_SENT_MESSAGES);
    assert.equal(sent.at(-2), 'assistant: Answer to question 59');
    assert.match(sent[0]!, /^user: /);
  });

  for (const [name, character] of [
    ['ASCII', 'x'],
    ['three bytes each', '文'],
    ['control characters, escaped in JSON', '\u0001'],
    ['halves of surrogate pairs', '\ud83d'],
  ] as const) {
    it(`stays within what servers accept with long texts of ${name}`, () => {
      const question = character.repeat(MAX_QUESTION_LENGTH);
      const turns = Array.from({ length: 20 }, () =>
        createTurn(question, { text: character.repeat(50_000) }),
      );
      const messages = createMessages(turns, createTurn(question));
      assert.ok(Buffer.byteLength(JSON.stringify(messages)) <= MAX_SENT_BYTES + 2);
      const read = readAssistantRequest({ fp: 'fp', messages }, DEFAULT_REQUEST_LIMITS);
      assert.equal(read.messages.at(-1)?.content, question);
    });
  }
});
