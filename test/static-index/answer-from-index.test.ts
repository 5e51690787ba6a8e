import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AnswerEvent, AssistantRequest, DocsFilter } from '../../src/client.ts';
import { LanguageFallback } from '../../src/engine/ranking/language-fallback.ts';
import { RequestFailure } from '../../src/protocol/failures/failure.ts';
import { answerQuestion } from '../../src/service/answer/answer-question.ts';
import { createPlainParser } from '../../src/service/docs/plain-parser.ts';
import type { ProjectSearch } from '../../src/service/search/project-search.ts';
import { createStaticSource } from '../../src/static-index/reading/static-source.ts';
import { collect, find, question, textOf } from '../service/http-service.ts';
import { hostIndex, type IndexHost } from './index-host.ts';

/** Documentation of a web server in one version and language. */
const DOCS = fileURLToPath(new URL('../../demo/docs/v2/en', import.meta.url));

/** The last digits of a score depend on the order in which it was summed up. */
function roundScores(events: readonly AnswerEvent[]): unknown {
  const round = (key: string, value: unknown): unknown =>
    key === 'score' ? Number((value as number).toFixed(9)) : value;
  return JSON.parse(JSON.stringify(events, round));
}

describe('an answer from a static index', () => {
  let host: IndexHost;
  before(async () => {
    host = await hostIndex(DOCS);
  });
  after(() => host[Symbol.asyncDispose]());

  const ask = (request: AssistantRequest): Promise<AnswerEvent[]> =>
    collect(createStaticSource({ index: host.index }).answer(request));

  /** Answer as the service does without a language model. */
  async function askService(
    text: string,
    earlier: readonly string[],
    filter?: DocsFilter,
  ): Promise<AnswerEvent[]> {
    const languages = new LanguageFallback(host.service, []);
    const search = {
      ...host.service,
      search: (options: Parameters<ProjectSearch['search']>[0]) => languages.search(options, () => null),
    } as unknown as ProjectSearch;
    const parser = createPlainParser();
    const events = answerQuestion(
      { search, model: null, sites: [], loadParser: async () => parser, onModelFailure: () => assert.fail() },
      {
        text,
        history: earlier.map((one) => ({ role: 'user' as const, text: one })),
        filter,
        pageSize: 5,
      },
      new AbortController().signal,
    );
    const all: AnswerEvent[] = [];
    for await (const event of events) all.push(event);
    return all;
  }

  /** Names that there are not, each in another form. */
  const INVENTED = [
    'What does `cache.maxFiles` do?',
    'How do I set retrieval.minScore?',
    'Where do I turn off autoTranslate?',
    'What does the flag --prune-after do?',
    'How do I use DOCS_MODEL_TOP_K?',
    'How do I install @docs-assistant/angular?',
    'When do I need <docs-glossary>?',
    'How do I listen to the docs-answer-rated event?',
    'How do I call DocsClient.exportThreads()?',
  ];

  for (const text of INVENTED) {
    test(`is not certain, and names what the documentation does not have: ${text}`, async () => {
      const events = await ask(question(text, { filter: null }));
      const { certainty } = find(events, 'metadata')!.value as { certainty: string };
      assert.notEqual(certainty, 'high');
      const [, name = ''] = /^`([^`]+)` does not occur in this documentation/.exec(textOf(events)) ?? [];
      assert.ok(name.length > 3 && text.includes(name), textOf(events).slice(0, 200));
    });
  }

  test('names the nearest that the documentation has instead', async () => {
    const asked = 'How many sections are retrieved for an answer with `retrievalPageCount`?';
    const text = textOf(await ask(question(asked, { filter: null })));
    assert.match(text, /^`retrievalPageCount` does not occur in this documentation; the nearest: `retrieval/);
  });

  test('says so, too, where the question has nothing else', async () => {
    const text = textOf(await ask(question('What does `retrievalMaxPageSize` do?', { filter: null })));
    assert.match(text, /^`retrievalMaxPageSize` does not occur in this documentation[^]*nearest/);
  });

  for (const text of [
    'What does promptTokens limit?',
    'How do I set `retrievalPageSize`?',
    'How do I set `retrieval-page-size`?',
    'What does --no-model do?',
    'How do I call DocsClient.getInsights()?',
    'What does <docs-page-actions> show?',
    'How do I pass my userStore to the search on an iPhone?',
    'How do I use it with Docusaurus?',
  ]) {
    test(`says nothing of the kind about names that it has, or that are the reader's: ${text}`, async () => {
      assert.doesNotMatch(textOf(await ask(question(text, { filter: null }))), /does not occur/);
    });
  }

  const QUESTIONS = [
    'How do I keep the key out of the browser?',
    'How do I change the colours?',
    'What happens when the language model cannot be reached?',
    'Which limits does the proxy have?',
    'What is the capital of Mongolia?',
    'xylophone',
    'hello',
    'How do I set `retrieval-page-size`?',
    'Wie bette ich die Suche ein?',
    ...INVENTED,
    'How do I export conversations to Salesforce?',
  ];

  for (const text of QUESTIONS) {
    test(`has the quotes, sources and certainty of the service: ${text}`, async () => {
      const events = await ask(question(text, { filter: null }));
      assert.deepEqual([events[0]!.type, events.at(-1)!.type], ['message', 'end']);
      const own = events.slice(1, -1);
      const expected = await askService(text, []);
      const withoutMetadata = (list: readonly AnswerEvent[]) =>
        roundScores(list.filter(({ type }) => type !== 'metadata'));
      assert.deepEqual(withoutMetadata(own), withoutMetadata(expected));
      assert.deepEqual(find(own, 'metadata'), find(expected, 'metadata'));
    });
  }

  test('says that these are quotes', async () => {
    const text = textOf(await ask(question('How do I keep the key out of the browser?', { filter: null })));
    assert.match(text, /^These passages .* quoted as they stand, without a language model\./);
  });

  test('looks a question that refers to an earlier one up together with it', async () => {
    const first = 'How do I change the theme of the search box?';
    const [asked] = question(first).messages;
    const request = question('And how do I do it?', { filter: null });
    const events = await ask({ ...request, messages: [asked!, ...request.messages] });
    const { input } = find(events, 'tool') as { input?: unknown };
    const expected = await askService('And how do I do it?', [first]);
    assert.deepEqual(input, (find(expected, 'tool') as { input?: unknown }).input);
    assert.match((input as { query: string }).query, /theme/);
  });

  test('fails like a search when there is no index', async () => {
    const source = createStaticSource({
      index: host.index.replace('docs-index', 'none'),
      fetch: async () => new Response('', { status: 404 }),
    });
    const answering = collect(source.answer(question('How do I keep the key?')));
    await assert.rejects(answering, (error) => error instanceof RequestFailure && error.status === 404);
  });

  test('ends without a word when it is stopped', async () => {
    const controller = new AbortController();
    const source = createStaticSource({ index: host.index });
    await source.ready;
    const answering = collect(
      source.answer(question('How do I keep the key?'), { signal: controller.signal }),
    );
    controller.abort();
    await assert.rejects(answering, (error) => error instanceof RequestFailure && error.code === 'aborted');
  });
});
