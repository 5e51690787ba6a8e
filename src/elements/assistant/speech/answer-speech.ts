import type { ReactiveController } from 'lit';
import { SpokenDocument } from '../../../markdown/spoken-document.ts';
import type { Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { findTextLanguage } from '../../../state/conversation/text-language.ts';
import { createElement } from '../../shared/dom/create-element.ts';
import type { AssistantContext } from '../context.ts';
import { assistantSpeech } from '../../strings/english.ts';

/** Maximum length of an answer that is announced, in UTF-16 units: about five minutes of speech. */
export const MAX_SPOKEN_LENGTH = 5_000;

/** Estimated duration of fast speech per character: the next portion is announced after that of this one. */
const MILLISECONDS_PER_CHARACTER = 50;

/**
 * Announces an answer while it streams, in portions of complete sentences. It has a live region of its own, because other
 * messages would replace it. Loaded with the first answer; sentences that arrive before are announced then.
 */
export class AnswerSpeech implements ReactiveController {
  readonly #context: AssistantContext;
  #isThreadLost = false;
  /** Id of the turn whose answer is announced. */
  #turnId: string | null = null;
  #document!: SpokenDocument;
  /** Length of the text that was announced of it. */
  #length = 0;
  /** Whether it has reached {@link MAX_SPOKEN_LENGTH}. */
  #isOver = false;
  /** Earliest time of the next portion, in milliseconds since the epoch. */
  #readyAt = 0;
  /** Timer until then, while there is text to announce. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: AssistantContext) {
    this.#context = context;
    context.strings.add(assistantSpeech);
    context.host.addController(this);
  }

  hostUpdated(): void {
    const { conversation, host, placement } = this.#context;
    this.#announceLostThread(conversation.threadLost);
    const turn = conversation.turns.at(-1);
    // A closed panel announces nothing; the sentences are announced when it is opened.
    const isShown = host.open || placement.mode === 'inline';
    if (turn?.answer.status !== 'streaming' || !isShown) return;
    const pause = this.#readyAt - Date.now();
    if (pause <= 0) this.#read(turn, false);
    else
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.hostUpdated();
      }, pause);
  }

  hostDisconnected(): void {
    this.#endPause();
  }

  /** Find the language of a question or an answer, for its `lang`; an empty text where it is unknown. */
  findLanguage(text: string, { filter }: Turn): string {
    return findTextLanguage(text, filter.language ?? this.#context.host.interfaceLanguage);
  }

  /** Announce the rest of an answer that has just ended. */
  async end(turn: Turn): Promise<void> {
    const { markdownExtensions } = this.#context.groups;
    this.#endPause();
    // After a stop, the reader does not want to hear the rest.
    if (turn.answer.status !== 'stopped' && !this.#read(turn, true)) {
      await markdownExtensions.load();
      if (!this.#read(turn, true)) this.#announce(turn, this.#document.takePlain());
    }
    this.#endPause();
    // A question that is asked again keeps the id of its turn.
    this.#turnId = null;
  }

  #announceLostThread(isLost: boolean): void {
    if (isLost && !this.#isThreadLost) this.#context.announce(this.#context.text('threadLost'));
    this.#isThreadLost = isLost;
  }

  /** Announce new complete sentences. @returns `false` if the Markdown extensions have to be loaded first */
  #read(turn: Turn, isDone: boolean): boolean {
    const { text, groups } = this.#context;
    if (turn.id !== this.#turnId) this.#begin(turn);
    if (this.#isOver) return true;
    const { answer } = turn;
    const options = { isDone, citations: answer.sources.length };
    let sentences = this.#document.take(answer.text, options);
    const { value: extensions } = groups.markdownExtensions;
    if (sentences === null && extensions) {
      this.#document = new SpokenDocument(text, extensions, this.#document.taken);
      sentences = this.#document.take(answer.text, options);
    }
    if (sentences !== null) this.#announce(turn, sentences);
    return sentences !== null;
  }

  #begin({ id }: Turn): void {
    this.#turnId = id;
    this.#document = new SpokenDocument(this.#context.text);
    this.#length = 0;
    this.#isOver = false;
    this.#region?.replaceChildren();
  }

  /** Announce sentences. They replace the last portion, so that readers who browse the panel do not find the text twice. */
  #announce(turn: Turn, sentences: Iterable<string>): void {
    const portion = this.#shorten(sentences).join(' ');
    if (portion === '') return;
    const lang = this.findLanguage(turn.answer.text, turn);
    this.#region?.replaceChildren(createElement('p', { lang, dir: 'auto' }, portion));
    this.#readyAt = Date.now() + portion.length * MILLISECONDS_PER_CHARACTER;
  }

  /** Replace the sentences beyond the limit by a hint to the text. */
  #shorten(sentences: Iterable<string>): string[] {
    const shortened: string[] = [];
    for (const sentence of sentences) {
      this.#length += sentence.length;
      this.#isOver = this.#length > MAX_SPOKEN_LENGTH;
      shortened.push(this.#isOver ? this.#context.text('spokenRest') : sentence);
      if (this.#isOver) break;
    }
    return shortened;
  }

  #endPause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#readyAt = 0;
  }

  get #region(): Element | null {
    return this.#context.host.renderRoot.querySelector('.speech');
  }
}
