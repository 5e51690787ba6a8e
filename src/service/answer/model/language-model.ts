import type { LanguageModelMiddleware } from 'ai';
import type { Section } from '../../../engine/sections/section.ts';
import { loadOptional } from '../../optional-package.ts';
import { MAX_QUERY_LENGTH } from '../../../engine/ranking/search-index.ts';
import { watchModelCalls, type ModelCall } from './model-calls.ts';
import { createModelCircuit } from './model-circuit.ts';
import { ModelFailure, toModelFailure } from './model-failure.ts';
import {
  checkModelOptions,
  MODEL_DEFAULTS,
  type ForeignLinks,
  type LanguageModelOptions,
  type ModelEndpoint,
  type RewriteOptions,
} from './model-options.ts';
import { createTools } from './model-tools.ts';
import { readModelParts, type ModelPart } from './model-parts.ts';
import {
  fitHistory,
  fitPrompt,
  REWRITE_INSTRUCTIONS,
  writeQuestion,
  writeSystemMessage,
  type FittedPrompt,
  type HistoryMessage,
  type PromptParts,
} from './prompt.ts';
import { fetchWithoutRefused } from './refused-fields.ts';

/** Look up what the model asks for. @returns the sections to give to it, which are numbered after those before */
export type SearchAgain = (query: string, callId: string) => Promise<readonly Section[]>;

/** Writes answers from sections of the documentation. */
export interface LanguageModel {
  /** The foreign addresses that an answer may link to. */
  readonly foreignLinks: ForeignLinks;
  /** Cut the parts of a prompt to the budget. */
  fit(parts: PromptParts): FittedPrompt;
  /** Tokens of a whole prompt. */
  readonly promptTokens: number;
  /**
   * Throws a `ModelFailure` when the model fails, `ModelPaused` when it failed a moment ago, and the reason of `signal`.
   *
   * @param searchAgain called at most once, if the model asks for it
   */
  answer(prompt: FittedPrompt, searchAgain: SearchAgain, signal: AbortSignal): AsyncIterable<ModelPart>;
  /**
   * Rewrite a question so that it can be understood, and looked up, without the conversation. Throws like `answer`.
   *
   * @returns `''` if questions are not rewritten
   */
  rewriteQuestion(question: string, history: readonly HistoryMessage[], signal: AbortSignal): Promise<string>;
}

/** Maximum number of milliseconds of an answer, however it drips. */
const MAX_ANSWER_TIME = 600_000;
/** Maximum number of tokens of a rewritten question, reasoning included. */
const MAX_REWRITE_TOKENS = 1_000;
/** Maximum number of tokens, and characters of one message, of the conversation that a question is rewritten from. */
const REWRITE_HISTORY_TOKENS = 2_000;
const REWRITE_MESSAGE_CHARACTERS = 1_000;
/** Milliseconds before the repetition of a request that met a failing server or a broken connection. */
const RETRY_DELAY = 500;
const REASONING_TAG = 'think';

type Packages = Awaited<ReturnType<typeof loadPackages>>;
type OpenedModel = ReturnType<Packages['wrapLanguageModel']>;

/**
 * Load the packages for the endpoint.
 *
 * @param onCall called with each request to the endpoint when it has ended
 * @throws TypeError for a value out of its range, Error with the command to install a missing package
 */
export async function openLanguageModel(
  options: LanguageModelOptions,
  onCall: (call: ModelCall) => void = () => {},
): Promise<LanguageModel> {
  checkModelOptions(options);
  const packages = await loadPackages();
  const { promptTokens = MODEL_DEFAULTS.promptTokens, tools = true, rewrite = {} } = options;
  const instructions = writeSystemMessage(options.instructions, tools);
  const model = openEndpoint(packages, options, options, onCall);
  const rewriter =
    rewrite === false ? null : openEndpoint(packages, rewriteEndpoint(options, rewrite), options, onCall);
  const pause = options.pause ?? MODEL_DEFAULTS.pause;
  const circuit = createModelCircuit(pause);
  const rewriteCircuit = createModelCircuit(pause);

  return {
    foreignLinks: options.foreignLinks ?? 'documented',
    promptTokens,
    fit: (parts) => fitPrompt(parts, promptTokens, instructions, tools),
    async *answer(prompt, searchAgain, signal) {
      const call = { packages, model, options, instructions, prompt, searchAgain, signal };
      const parts = streamAnswer(call);
      try {
        let next = await circuit.call(() => parts.next(), signal);
        for (; !next.done; next = await parts.next()) yield next.value;
      } finally {
        await parts.return();
      }
    },
    async rewriteQuestion(question, history, signal) {
      if (rewriter === null) return '';
      const { timeout = MODEL_DEFAULTS.rewriteTimeout } = rewrite || {};
      const prompt = { question, history, timeout, signal };
      return rewriteCircuit.call(() => rewriteWith(packages, rewriter, prompt), signal);
    },
  };
}

/** Complete the endpoint of the model that rewrites. Secrets of one address are not sent to another. */
function rewriteEndpoint(options: LanguageModelOptions, rewrite: RewriteOptions): ModelEndpoint {
  const { url, name, key, headers, body } = options;
  if (rewrite.url !== undefined && rewrite.url !== url) return { name, ...rewrite, url: rewrite.url };
  return {
    url,
    name,
    ...(key !== undefined && { key }),
    ...(headers && { headers }),
    ...(body && { body }),
    ...rewrite,
  };
}

function loadPackages() {
  return loadOptional('Answering with a language model', ['ai', '@ai-sdk/openai-compatible'], async () => {
    const [ai, { createOpenAICompatible }] = await Promise.all([
      import('ai'),
      import('@ai-sdk/openai-compatible'),
    ]);
    return { ...ai, createOpenAICompatible };
  });
}

function openEndpoint(
  { createOpenAICompatible, extractReasoningMiddleware, wrapLanguageModel }: Packages,
  { url, name, key, headers, body }: ModelEndpoint,
  { startsWithReasoning = false }: LanguageModelOptions,
  onCall: (call: ModelCall) => void,
): OpenedModel {
  const provider = createOpenAICompatible({
    name: 'docs-model',
    baseURL: url.replace(/\/+$/, ''),
    ...(key !== undefined && { apiKey: key }),
    ...(headers && { headers: { ...headers } }),
    transformRequestBody: (fields) =>
      Object.fromEntries(Object.entries({ ...fields, ...body }).filter(([, value]) => value !== null)),
    includeUsage: true,
    fetch: fetchWithoutRefused(),
  });
  return wrapLanguageModel({
    model: provider(name),
    middleware: [
      extractReasoningMiddleware({ tagName: REASONING_TAG, startWithReasoning: startsWithReasoning }),
      retryOnce,
      watchModelCalls(onCall),
    ],
  });
}

/** Repeats a request that failed before its response. Unlike that of the package, without a wait of a minute after a 429. */
const retryOnce: LanguageModelMiddleware = {
  async wrapStream({ doStream, params: { abortSignal } }) {
    try {
      return await doStream();
    } catch (error) {
      if (abortSignal?.aborted || !['server_error', 'unreachable'].includes(toModelFailure(error).code)) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
      abortSignal?.throwIfAborted();
      return doStream();
    }
  },
};

interface AnswerCall {
  packages: Packages;
  model: OpenedModel;
  options: LanguageModelOptions;
  instructions: string;
  prompt: FittedPrompt;
  searchAgain: SearchAgain;
  signal: AbortSignal;
}

async function* streamAnswer(call: AnswerCall): AsyncGenerator<ModelPart, void> {
  const { packages, model, options, instructions, prompt, signal } = call;
  const { temperature, maxOutputTokens = MODEL_DEFAULTS.maxOutputTokens, tools = true } = options;
  const { firstTokenTimeout: firstToken = MODEL_DEFAULTS.firstTokenTimeout } = options;
  const { timeout: between = MODEL_DEFAULTS.timeout } = options;
  const stop = new AbortController();
  const abortSignal = AbortSignal.any([signal, stop.signal, AbortSignal.timeout(MAX_ANSWER_TIME)]);
  try {
    const { stream } = packages.streamText({
      model,
      instructions,
      messages: [...toMessages(prompt.history), { role: 'user', content: writeQuestion(prompt) }],
      maxOutputTokens,
      ...(temperature !== undefined && { temperature }),
      ...(tools && createTools(packages, prompt, call.searchAgain)),
      maxRetries: 0,
      abortSignal,
      // Without it the package writes errors, with addresses, to the console.
      onError: () => {},
    });
    yield* readModelParts(stream, { firstToken, between }, stop);
  } catch (error) {
    signal.throwIfAborted();
    throw toModelFailure(abortSignal.aborted ? abortSignal.reason : error);
  } finally {
    stop.abort();
  }
}

interface RewritePrompt extends Pick<PromptParts, 'question' | 'history'> {
  timeout: number;
  signal: AbortSignal;
}

async function rewriteWith(
  { generateText }: Packages,
  model: OpenedModel,
  { question, history, timeout, signal }: RewritePrompt,
): Promise<string> {
  const deadline = AbortSignal.timeout(timeout);
  try {
    const { messages } = fitHistory(history, REWRITE_HISTORY_TOKENS, REWRITE_MESSAGE_CHARACTERS);
    const { text, finishReason } = await generateText({
      model,
      instructions: REWRITE_INSTRUCTIONS,
      messages: [...toMessages(messages), { role: 'user', content: question.slice(0, MAX_QUERY_LENGTH) }],
      maxOutputTokens: MAX_REWRITE_TOKENS,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, deadline]),
    });
    // What was cut, perhaps within its reasoning, is no question.
    if (finishReason === 'length' || text.includes(`<${REASONING_TAG}>`)) throw new ModelFailure('invalid');
    return text.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_QUERY_LENGTH);
  } catch (error) {
    signal.throwIfAborted();
    throw toModelFailure(deadline.aborted ? deadline.reason : error);
  }
}

function toMessages(history: readonly HistoryMessage[]) {
  return history.map(({ role, text }) => ({ role, content: text }));
}
