import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readModel } from '../../src/cli/model-environment.ts';

const MODEL = { DOCS_MODEL_URL: 'http://127.0.0.1:11434/v1', DOCS_MODEL_NAME: 'qwen3:8b' };

describe('the language model of the environment', () => {
  it('has a variable for each setting', () => {
    assert.deepEqual(
      readModel({
        ...MODEL,
        DOCS_MODEL_KEY: '12345',
        DOCS_MODEL_HEADERS: '{"api-key": "secret"}',
        DOCS_MODEL_BODY: '{"reasoning_effort": "low", "max_tokens": null}',
        DOCS_MODEL_INSTRUCTIONS: 'Be kind.',
        DOCS_MODEL_TEMPERATURE: '0.2',
        DOCS_MODEL_MAX_OUTPUT_TOKENS: '500',
        DOCS_MODEL_PROMPT_TOKENS: '16000',
        DOCS_MODEL_FIRST_TOKEN_TIMEOUT: '300000',
        DOCS_MODEL_TIMEOUT: '10000',
        DOCS_MODEL_PAUSE: '0',
        DOCS_MODEL_TOOLS: 'false',
        DOCS_MODEL_STARTS_WITH_REASONING: 'true',
        DOCS_MODEL_FOREIGN_LINKS: 'github.com, *.example.com',
        DOCS_MODEL_REWRITE_NAME: 'qwen3:0.6b',
        DOCS_MODEL_REWRITE_TIMEOUT: '900',
      }),
      {
        url: MODEL.DOCS_MODEL_URL,
        name: MODEL.DOCS_MODEL_NAME,
        key: '12345',
        headers: { 'api-key': 'secret' },
        body: { reasoning_effort: 'low', max_tokens: null },
        instructions: 'Be kind.',
        temperature: 0.2,
        maxOutputTokens: 500,
        promptTokens: 16_000,
        firstTokenTimeout: 300_000,
        timeout: 10_000,
        pause: 0,
        tools: false,
        startsWithReasoning: true,
        foreignLinks: ['github.com', '*.example.com'],
        rewrite: { name: 'qwen3:0.6b', timeout: 900 },
      },
    );
  });

  it('is none without an address, and rewrites nothing where that is switched off', () => {
    assert.equal(readModel({ DOCS_MODEL_TEMPERATURE: '1' }), null);
    const off = readModel({ ...MODEL, DOCS_MODEL_REWRITE: 'false', DOCS_MODEL_REWRITE_NAME: 'x' });
    assert.equal(off!.rewrite, false);
  });

  const wrong: [variable: string, value: string, error: RegExp][] = [
    ['DOCS_MODEL_URL', 'localhost', /DOCS_MODEL_URL: must be an address that begins with http/],
    ['DOCS_MODEL_KEY', '…', /^DOCS_MODEL_KEY: must consist of printable ASCII characters\.$/],
    ['DOCS_MODEL_KEY', 'sk-schlüssel', /^DOCS_MODEL_KEY: /],
    ['DOCS_MODEL_KEY', 'sk-two\nlines', /^DOCS_MODEL_KEY: /],
    ['DOCS_MODEL_REWRITE_KEY', '…', /^DOCS_MODEL_REWRITE_KEY: must consist/],
    ['DOCS_MODEL_TEMPERATURE', 'warm', /DOCS_MODEL_TEMPERATURE: expected number/],
    ['DOCS_MODEL_TEMPERATURE', '3', /DOCS_MODEL_TEMPERATURE: too big/],
    ['DOCS_MODEL_PROMPT_TOKENS', '10', /DOCS_MODEL_PROMPT_TOKENS: too small/],
    ['DOCS_MODEL_HEADERS', '{"a": 1}', /DOCS_MODEL_HEADERS: /],
    [
      'DOCS_MODEL_HEADERS',
      '{"a": {"env": "B"}}',
      /DOCS_MODEL_HEADERS: takes an object whose values are texts/,
    ],
    ['DOCS_MODEL_BODY', '{"half":', /DOCS_MODEL_BODY: expected record/],
    ['DOCS_MODEL_TOOLS', 'maybe', /DOCS_MODEL_TOOLS: expected boolean/],
    ['DOCS_MODEL_FOREIGN_LINKS', 'some', /DOCS_MODEL_FOREIGN_LINKS: /],
    ['DOCS_MODEL_REWRITE_TIMEOUT', '-1', /^DOCS_MODEL_REWRITE_TIMEOUT: too small/],
    ['DOCS_MODEL_REWRITE_URL', 'localhost', /^DOCS_MODEL_REWRITE_URL: must be an address/],
    ['DOCS_MODEL_REWRITE', 'true', /^DOCS_MODEL_REWRITE: /],
  ];
  for (const [variable, value, error] of wrong) {
    it(`is refused where ${variable} is ${value}`, () => {
      assert.throws(() => readModel({ ...MODEL, [variable]: value }), { name: 'UsageError', message: error });
    });
  }
});
