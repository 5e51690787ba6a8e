import { RequestFailure } from '../protocol/failures/failure.ts';
import type { AnswerSource, SearchSource } from '../protocol/sources.ts';

import type { AlgoliaOptions } from './algolia.ts';
import type { MeilisearchOptions } from './meilisearch.ts';
import type { TypesenseOptions } from './typesense.ts';

type Options = Readonly<Record<string, string>>;

/** A kind of source: the options that it needs, and how it is created. Its module is loaded alone. */
interface Kind<Source> {
  readonly needs: readonly string[];
  create(options: never): Promise<Source>;
}

type Kinds<Source> = Readonly<Record<string, Kind<Source>>>;

const SEARCH_KINDS: Kinds<SearchSource> = {
  pagefind: {
    needs: [],
    create: async (options: Options) => (await import('./pagefind.ts')).createPagefindSource(options),
  },
  algolia: {
    needs: ['appId', 'apiKey', 'indexName'],
    create: async (options: AlgoliaOptions) => (await import('./algolia.ts')).createAlgoliaSource(options),
  },
  typesense: {
    needs: ['url', 'apiKey', 'collection'],
    create: async (options: TypesenseOptions) =>
      (await import('./typesense.ts')).createTypesenseSource(options),
  },
  meilisearch: {
    needs: ['url', 'apiKey', 'indexUid'],
    create: async (options: MeilisearchOptions) =>
      (await import('./meilisearch.ts')).createMeilisearchSource(options),
  },
};

const ANSWER_KINDS: Kinds<AnswerSource> = {
  'ai-sdk': {
    needs: [],
    create: async (options: Options) => (await import('./ai-sdk.ts')).createAiSdkSource(options),
  },
  openai: {
    needs: ['url'],
    create: async ({ passages, ...options }: Options & { url: string }) =>
      (await import('./openai.ts')).createOpenAiSource({
        ...options,
        ...(passages && { passages: Number(passages) }),
      }),
  },
};

/** An option, whose value may be in quotes. */
const OPTION = /([\w-]+)=(?:"([^"]*)"|'([^']*)'|(\S*))/g;

/**
 * Create the source of results that the attribute `source` names: a kind and its options, `pagefind url=/pagefind/`. With an unknown kind,
 * or without an option that it needs, each search fails as `not-configured`. Rejects when the module of the kind cannot be loaded.
 */
export function openSearchSource(text: string): Promise<SearchSource> {
  return open(text, SEARCH_KINDS, (failure) => ({ search: () => Promise.reject(failure) }));
}

/** Create the source of answers that the attribute `source` names, as {@link openSearchSource}: `ai-sdk url=/api/chat`. */
export function openAnswerSource(text: string): Promise<AnswerSource> {
  return open(text, ANSWER_KINDS, (failure) => ({
    // oxlint-disable-next-line require-yield -- it has nothing to yield
    async *answer() {
      throw failure;
    },
  }));
}

async function open<Source>(
  text: string,
  kinds: Kinds<Source>,
  refuse: (failure: RequestFailure) => Source,
): Promise<Source> {
  const [name = ''] = text.trim().split(/\s/);
  const options: Options = Object.fromEntries(
    [...text.matchAll(OPTION)].map(([, key, ...values]) => [
      key,
      values.find((value) => value !== undefined),
    ]),
  );
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  const missing = kind?.needs.filter((option) => !options[option]) ?? [];
  if (kind && missing.length === 0) return kind.create(options as never);
  const message = kind
    ? `source="${name}" needs ${missing.join(' and ')}.`
    : `source="${name}" is none of ${Object.keys(kinds).join(', ')}.`;
  console.warn(`docs-assistant: ${message}`);
  return refuse(new RequestFailure({ code: 'not-configured', retryable: false, message }));
}
