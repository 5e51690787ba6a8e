import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToolState } from '../../../src/protocol/reply/answer-event.ts';
import { applyEvent, createReply } from '../../../src/protocol/reply/reply.ts';
import {
  MAX_CHOICE_LENGTH,
  MAX_CHOICES,
  MAX_CLARIFYING_LENGTH,
  MAX_CLARIFYING_QUESTIONS,
  readQuestions,
  splitQuestions,
  takeQuestions,
} from '../../../src/protocol/reply/clarifying-question.ts';

const NODE_OR_PYTHON = [{ text: 'Which SDK?', choices: ['Node', 'Python'] }];
const choices = (...values: readonly unknown[]) =>
  readQuestions({ question: 'Which SDK?', options: values })[0]?.choices;

describe('a question of the assistant', () => {
  for (const [what, input] of [
    ['with the usual fields', { question: 'Which SDK?', options: ['Node', 'Python'] }],
    ['with other fields', { frage: 'Which SDK?', antworten: ['Node', 'Python'] }],
    [
      'with what is neither a string nor a list',
      { multiple: false, q: 'Which SDK?', n: 2, a: ['Node', 'Python'] },
    ],
    ['with a header', { header: 'SDK', question: 'Which SDK?', options: ['Node', 'Python'] }],
    ['with white space around', { q: ' Which SDK?\n', a: [' Node', 'Python '] }],
    ['with an empty string beside it', { q: 'Which SDK?', hint: ' ', a: ['Node', 'Python'] }],
    ['in an object', { input: { q: 'Which SDK?', a: ['Node', 'Python'] } }],
    ['in a list', { questions: [{ question: 'Which SDK?', options: ['Node', 'Python'] }] }],
    [
      'in a list beside a title',
      { title: 'Setup', questions: [{ text: 'Which SDK?', choices: ['Node', 'Python'] }] },
    ],
  ] as const) {
    it(`is found ${what}`, () => assert.deepEqual(readQuestions(input), NODE_OR_PYTHON));
  }

  for (const [what, input] of [
    ['nothing', null],
    ['a text', 'Which SDK?'],
    ['a string alone', { question: 'Which SDK?' }],
    ['a list alone', { options: ['Node', 'Python'] }],
    ['two strings', { from: 'a', to: 'b', options: ['Node'] }],
    ['two lists', { q: 'Which SDK?', a: ['Node'], b: ['Python'] }],
    ['a list of numbers', { q: 'Which SDK?', a: [1, 2] }],
    ['a list of lists', { q: 'Which SDK?', a: [['Node']] }],
    ['a list of objects without a label', { q: 'Which SDK?', a: [{ id: 1 }] }],
    ['something too deep', { a: { b: { c: { d: { e: { q: 'Which SDK?', o: ['Node'] } } } } } }],
  ] as const) {
    it(`is not found in ${what}`, () => assert.deepEqual(readQuestions(input), []));
  }

  it('has choices that are objects with a label', () => {
    for (const name of ['label', 'title', 'text', 'name', 'value'])
      assert.deepEqual(choices({ id: 1, [name]: 'Node' }, 'Python'), ['Node', 'Python']);
    assert.deepEqual(choices({ value: 'node', label: 'Node.js' }), ['Node.js']);
  });

  it('may have no choices, has each once, and none that is empty', () => {
    assert.deepEqual(choices(), []);
    assert.deepEqual(choices('a', 'b', ' a', '', ' ', 'B'), ['a', 'b', 'B']);
  });

  it('has limits: of its length, of the number and the length of choices, and of questions in an answer', () => {
    const long = 'x'.repeat(5000);
    const many = Array.from({ length: 50 }, (_, at) => `choice ${at}`);
    const [{ text, choices: some } = { text: '', choices: [] }] = readQuestions({
      q: long,
      a: [long, ...many],
    });
    assert.deepEqual(
      [text.length, some.length, some[0]!.length],
      [MAX_CLARIFYING_LENGTH, MAX_CHOICES, MAX_CHOICE_LENGTH],
    );
    const questions = readQuestions(many.map((q) => ({ q, a: ['Yes'] })));
    assert.equal(questions.length, MAX_CLARIFYING_QUESTIONS);
  });

  it('is asked by a call that waits for an answer alone, also if its input is JSON', () => {
    const input = { q: 'Which\n SDK?', a: ['Node', 'Python'] };
    const asked = (state: ToolState, given: unknown = input): [string | undefined, number] => {
      const reply = createReply();
      applyEvent(reply, { type: 'tool', id: 'a', name: 'x', state, input: given });
      applyEvent(reply, { type: 'end' });
      return [takeQuestions(reply), reply.toolCalls.length];
    };
    const markdown = 'Which SDK?\n- Node\n- Python';
    assert.deepEqual(asked('input-available'), [markdown, 0]);
    assert.deepEqual(asked('input-available', JSON.stringify(input)), [markdown, 0]);
    for (const state of ['output-available', 'output-error', 'output-denied'] as const)
      assert.deepEqual(asked(state), [undefined, 1]);
    assert.deepEqual(splitQuestions(`${markdown}\n\nWhy?`), [
      ...NODE_OR_PYTHON,
      { text: 'Why?', choices: [] },
    ]);
  });

  it('is split into no more than its limits when it was kept', () => {
    const many = Array.from({ length: 50 }, () => `Q\n- ${'x\n- '.repeat(50)}`).join('\n\n');
    const questions = splitQuestions(many);
    assert.deepEqual(
      [questions.length, questions[0]!.choices.length],
      [MAX_CLARIFYING_QUESTIONS, MAX_CHOICES],
    );
    assert.deepEqual(splitQuestions(), []);
  });
});
