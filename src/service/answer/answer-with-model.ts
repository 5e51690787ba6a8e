import type { Root } from 'mdast';
import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import type { Judgement } from '../../engine/answer/relevance.ts';
import type { Certainty } from '../../engine/ranking/certainty.ts';
import type { Section } from '../../engine/sections/section.ts';
import type { SectionHit } from '../../engine/ranking/search-index.ts';
import {
  foundEvent,
  searchEvent,
  searchFailedEvent,
  sourceEvents,
} from '../../engine/answer/answer-events.ts';
import { endsInFence } from './links/code-blocks.ts';
import { LinkGuard } from './links/link-guard.ts';
import { LinkFilter } from './links/link-filter.ts';
import { createAddressCheck, type CheckAddress, type LookUpPage } from './links/address-check.ts';
import type { LanguageModel, SearchAgain } from './model/language-model.ts';
import { ASK_TOOL } from './model/ask-tool.ts';
import { ParagraphCiter, SectionMatcher, SuggestionsTitle } from './model-text.ts';
import { ModelPaused } from './model/model-circuit.ts';
import { ModelFailure } from './model/model-failure.ts';
import type { ModelPart } from './model/model-parts.ts';
import { fitSections, type FittedPrompt, type SectionChoice } from './model/prompt.ts';
import type { Question } from './question.ts';

/** The parts that an answer of a language model is made of. */
export interface ModelAnswerContext {
  model: LanguageModel;
  question: Question;
  /** Language that the answer is in. */
  language: string;
  /** Sections that the reader is shown, best first. */
  hits: readonly SectionHit[];
  /** Whether they answer. */
  judgement: Judgement;
  /** Sections that the model may read. */
  choice: SectionChoice;
  /** Search for what the model asks for. */
  search: (query: string) => Promise<readonly SectionHit[]>;
  /** Resolve the links of sections that begin at the root. */
  resolveLinks: (sections: readonly Section[]) => Promise<Section[]>;
  findPage: LookUpPage;
  /** Addresses of the site's pages, if they are known. */
  sites: readonly URL[];
  parseMarkdown: (text: string) => Root;
  /** Message of an answer that breaks off. */
  brokenOff: string;
  onFailure: (error: unknown) => void;
}

/**
 * Answer with the language model.
 *
 * @returns whether there is an answer, or a question to the reader; `false` if the model failed before its first text
 */
export async function* answerWithModel(
  context: ModelAnswerContext,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, boolean> {
  const { model, question, choice, onFailure } = context;
  const { text, history } = question;
  const facts = writeFacts(context);
  const fitted = model.fit({ question: text, history, facts, sections: choice });
  const prompt = { ...fitted, sections: await context.resolveLinks(fitted.sections) };
  const answer = new ModelAnswer(context, prompt);
  try {
    for await (const part of model.answer(prompt, answer.searchAgain, signal)) yield* answer.read(part);
    yield* answer.end();
    if (!answer.isAnswered) throw new ModelFailure('invalid');
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelPaused)) onFailure(error);
    yield* answer.breakOff();
    return answer.hasText;
  }
}

const CERTAINTY_FACTS: Readonly<Record<Certainty, string | null>> = {
  high: null,
  low: 'The search is not certain that the sections answer the question.',
  none: 'The search found nothing that is close to the question: the documentation may not answer it.',
};

/** Return what the model should know beside the sections. */
function writeFacts(context: ModelAnswerContext): string[] {
  const { filter, currentPath } = context.question;
  const { certainty, unknownNames } = context.judgement;
  const { sites } = context;
  const scope = [
    filter?.version && `version ${filter.version}`,
    filter?.language && `language ${filter.language}`,
  ];
  const facts = [
    `Today is ${new Date().toISOString().slice(0, 10)}.`,
    sites[0] && `The site of the documentation is ${sites[0].href}.`,
    scope.some(Boolean) && `The reader reads ${scope.filter(Boolean).join(', ')}.`,
    // Written as JSON, so that no path can pose as an instruction.
    currentPath && `The reader is on the page ${JSON.stringify(currentPath)}, and "this" may be about it.`,
    CERTAINTY_FACTS[certainty],
    unknownNames.length > 0 && `No section of the documentation has ${unknownNames.join(', ')}.`,
  ];
  return facts.filter((fact) => typeof fact === 'string');
}

type AskedPart = Extract<ModelPart, { type: 'asked' }>;

/** Turns the output of a model into the events of an answer. */
class ModelAnswer {
  readonly searchAgain: SearchAgain;
  /** Whether the reader has got text of the answer. */
  hasText = false;
  readonly #context: ModelAnswerContext;
  readonly #check: CheckAddress;
  /** Those that the model was given, in the order of their numbers. */
  readonly #sections: Section[];
  readonly #found = new Map<string, readonly SectionHit[]>();
  #links: LinkFilter;
  readonly #guard: LinkGuard;
  readonly #suggestions = new SuggestionsTitle();
  readonly #citer: ParagraphCiter;
  /** Those that the answer cites, in the order of their numbers for the reader. */
  readonly #cited: Section[] = [];
  #shownSources = 0;
  #textPart = 1;
  /** Whether the current part has no text yet. */
  #isTextBegin = true;
  /** Whether the next text comes after that of another part. */
  #isContinued = false;
  #reasoningPart = 1;
  #isReasoning = false;
  #finishReason = 'stop';
  /** What the model asks the reader, which is sent at the end. */
  #asked: AskedPart | null = null;

  constructor(context: ModelAnswerContext, { sections, tokensLeft }: FittedPrompt) {
    this.#context = context;
    this.#sections = [...sections];
    this.#check = createAddressCheck(context.findPage, this.#sections, {
      foreign: context.model.foreignLinks,
      sites: context.sites,
    });
    this.#links = this.#createLinkFilter();
    this.#guard = new LinkGuard(this.#check);
    const matcher = new SectionMatcher(this.#sections);
    this.#citer = new ParagraphCiter((paragraph) => {
      const number = matcher.match(paragraph);
      return number === null ? '' : ` [${this.#cite(number)}]`;
    });
    this.searchAgain = async (query, callId) => {
      const hits = await context.search(query);
      this.#found.set(callId, hits);
      const further = hits.map(({ section }) => section).filter((section) => !this.#isKnown(section));
      const fitting = await context.resolveLinks(fitSections({ best: further }, tokensLeft));
      this.#sections.push(...fitting);
      return fitting;
    };
  }

  /** Whether the reader has got text, or is asked something. */
  get isAnswered(): boolean {
    return this.hasText || this.#asked !== null;
  }

  async *read(part: ModelPart): AsyncGenerator<AnswerEvent, void> {
    switch (part.type) {
      case 'text':
        yield* this.#endReasoning();
        yield* this.#showText(await this.#links.push(this.#suggestions.push(part.text)));
        return;
      case 'reasoning':
        this.#isReasoning = true;
        yield { type: 'reasoning', phase: 'delta', part: this.#reasoningId(), delta: part.text };
        return;
      case 'search':
        yield* this.#endReasoning();
        yield* this.#endText();
        yield searchEvent(part.id, part.query, this.#context.question.filter);
        return;
      case 'found':
        yield foundEvent(part.id, this.#found.get(part.id) ?? []);
        yield* this.#nextStep();
        return;
      case 'search-failed':
        yield searchFailedEvent(part.id);
        yield* this.#nextStep();
        return;
      case 'asked':
        this.#asked = part;
        return;
      case 'finish':
        this.#finishReason = part.reason;
    }
  }

  /** End the answer; where there is none, nothing has to be ended. */
  async *end(): AsyncGenerator<AnswerEvent, void> {
    yield* this.#endReasoning();
    yield* this.#endText();
    if (!this.isAnswered) return;
    if (this.#asked) yield askEvent(this.#asked);
    else if (this.#cited.length === 0) {
      const given = new Set(this.#sections.map(({ href }) => href));
      const shown = this.#context.hits.map(({ section }) => section).filter(({ href }) => given.has(href));
      yield* sourceEvents(shown, this.#context.language);
    }
    yield { type: 'step', phase: 'finish' };
    yield { type: 'finish', reason: this.#finishReason };
  }

  /** End an answer that failed. */
  async *breakOff(): AsyncGenerator<AnswerEvent, void> {
    yield* this.#endReasoning();
    if (!this.hasText) return;
    yield* this.#endText();
    yield { type: 'error', message: this.#context.brokenOff };
    yield { type: 'finish', reason: 'error' };
  }

  /** @param isLast whether the part of text ends */
  async *#showText(checked: string, isLast = false): AsyncGenerator<AnswerEvent, void> {
    // Some clients of other makers join parts of text without a separator.
    const isContinued = this.#isContinued && checked !== '';
    if (isContinued) this.#isContinued = false;
    const passed = await this.#guard.push(isContinued ? `\n\n${checked}` : checked);
    const checkedText = isLast ? passed + (await this.#guard.end()) : passed;
    const text = this.#citer.push(checkedText) + (isLast ? this.#citer.end() : '');
    if (text === '') return;
    yield* sourceEvents(this.#cited.slice(this.#shownSources), this.#context.language);
    this.#shownSources = this.#cited.length;
    this.#isTextBegin = false;
    this.hasText = true;
    yield this.#textEvent('delta', text);
  }

  async *#endText(): AsyncGenerator<AnswerEvent, void> {
    const rest = await this.#links.push(this.#suggestions.end());
    yield* this.#showText(rest + (await this.#links.end()), true);
    if (!this.#isTextBegin) yield this.#textEvent('end');
    this.#links = this.#createLinkFilter();
    this.#textPart++;
    this.#isTextBegin = true;
    this.#isContinued = this.hasText;
  }

  *#endReasoning(): Generator<AnswerEvent> {
    if (!this.#isReasoning) return;
    this.#isReasoning = false;
    yield { type: 'reasoning', phase: 'end', part: this.#reasoningId(), delta: '' };
    this.#reasoningPart++;
  }

  *#nextStep(): Generator<AnswerEvent> {
    yield { type: 'step', phase: 'finish' };
    yield { type: 'step', phase: 'start' };
  }

  #reasoningId(): string {
    return `reasoning-${this.#reasoningPart}`;
  }

  #textEvent(phase: 'delta' | 'end', delta = ''): AnswerEvent {
    return { type: 'text', phase, part: `text-${this.#textPart}`, delta };
  }

  /** Whether the model was given a section, by itself or joined with others of its heading. */
  #isKnown({ href, content }: Section): boolean {
    return this.#sections.some((one) => one.href === href && one.content.includes(content));
  }

  /** Return the number of a section for the reader, by that of the prompt: the model reads more sections than it cites. */
  #cite(number: number): number | null {
    const section = this.#sections[number - 1];
    if (section === undefined) return null;
    if (!this.#cited.includes(section)) this.#cited.push(section);
    return this.#cited.indexOf(section) + 1;
  }

  #createLinkFilter(): LinkFilter {
    const { parseMarkdown } = this.#context;
    return new LinkFilter(this.#check, {
      endsInFence: (markdown) => endsInFence(markdown, parseMarkdown),
      cite: (number) => this.#cite(number),
    });
  }
}

/** Return the event of a question to the reader: a tool that waits for its output. */
function askEvent({ id, question: { text: question, choices } }: AskedPart): AnswerEvent {
  return { type: 'tool', id, name: ASK_TOOL, state: 'input-available', input: { question, choices } };
}
