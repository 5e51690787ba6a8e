import type { AnswerSource } from '../protocol/sources.ts';
import { openNamed, type Kinds, type Options } from './named-source.ts';

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

/** Create the source of answers that the attribute `source` names, as that of the search: `ai-sdk url=/api/chat`. */
export function openAnswerSource(text: string): Promise<AnswerSource> {
  return openNamed(text, ANSWER_KINDS, (failure) => ({
    // oxlint-disable-next-line require-yield -- it has nothing to yield
    async *answer() {
      throw failure;
    },
  }));
}
