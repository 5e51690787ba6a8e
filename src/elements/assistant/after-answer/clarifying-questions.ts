import { html, nothing, type TemplateResult } from 'lit';
import { splitQuestions, type ClarifyingQuestion } from '../../../protocol/reply/clarifying-question.ts';
import type { Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { css } from '../../shared/styles/css.ts';
import type { AssistantContext } from '../context.ts';
import { icons } from '../icons.ts';

/** What the assistant asks the reader: each question as a group of buttons, which send its answer. */
export class ClarifyingQuestions {
  readonly #context: AssistantContext;
  readonly #redraw: (turn: Turn) => void;
  /** What is chosen of an answer with several questions, by their number, before all of them are answered. */
  #chosen: { readonly turnId: string; readonly choices: Map<number, string> } | null = null;

  /** @param redraw draws the footer of a turn again */
  constructor(context: AssistantContext, redraw: (turn: Turn) => void) {
    this.#context = context;
    this.#redraw = redraw;
    addStyles(context.host.renderRoot, clarifyingStyles);
  }

  /** Return the question that the reader has sent in reply, on which the drawing depends; `''` before. */
  replyTo({ id, answer }: Turn): string {
    if (!answer.asked) return '';
    const { turns } = this.#context.conversation;
    return turns[turns.findIndex((turn) => turn.id === id) + 1]?.question ?? '';
  }

  render(turn: Turn, isLast: boolean): TemplateResult | typeof nothing {
    const questions = splitQuestions(turn.answer.asked);
    if (questions.length === 0) return nothing;
    const { text } = this.#context;
    const hasChoices = questions.some(({ choices }) => choices.length > 0);
    return html`${questions.map((asked, index) => this.#renderQuestion(turn, asked, index, isLast))}
    ${isLast && hasChoices ? html`<p class="label">${text('orAnswer')}</p>` : nothing}`;
  }

  /** Return what to say of an answer that asks. */
  describe({ answer: { asked } }: Turn): string {
    return splitQuestions(asked)
      .map((asked) => [asked.text, asked.choices.join(', ')].filter(Boolean).join(' '))
      .join(' ');
  }

  #renderQuestion(turn: Turn, asked: ClarifyingQuestion, index: number, isLast: boolean): TemplateResult {
    const id = `asked-${turn.id}-${index}`;
    const { choices } = asked;
    return html`<div part="clarifying-question" class="asked" role="group" aria-labelledby=${id}>
      <p id=${id} dir="auto">${asked.text}</p>
      ${
        choices.length === 0
          ? nothing
          : html`<ul class="list">
              ${choices.map(
                (choice) =>
                  html`<li>
                    ${
                      isLast
                        ? this.#renderButton(turn, choice, index)
                        : this.#renderPast(choice, isReply(turn, index, choice, this.replyTo(turn)))
                    }
                  </li>`,
              )}
            </ul>`
      }
    </div>`;
  }

  #renderButton(turn: Turn, choice: string, index: number): TemplateResult {
    const isOne = splitQuestions(turn.answer.asked).length === 1;
    const isChosen = this.#chosen?.turnId === turn.id && this.#chosen.choices.get(index) === choice;
    return html`<button
      part="choice"
      class="choice"
      type="button"
      aria-pressed=${isOne ? nothing : isChosen}
      @click=${() => this.#choose(turn, index, choice)}
    >
      ${isChosen ? icons.done : nothing}<span dir="auto">${choice}</span>
    </button>`;
  }

  #renderPast(choice: string, isChosen: boolean): TemplateResult {
    return html`<span part="choice" class="choice" data-chosen=${isChosen || nothing}>
      ${isChosen ? html`${icons.done}<span class="visually-hidden">${`${this.#context.text('chosen')}: `}</span>` : nothing}<span
        dir="auto"
        >${choice}</span
      >
    </span>`;
  }

  /** Send a choice; of several questions, once each has one. */
  #choose(turn: Turn, index: number, choice: string): void {
    const questions = splitQuestions(turn.answer.asked);
    if (this.#chosen?.turnId !== turn.id) this.#chosen = { turnId: turn.id, choices: new Map() };
    const { choices } = this.#chosen;
    choices.set(index, choice);
    if (questions.every((asked, at) => asked.choices.length === 0 || choices.has(at))) {
      this.#chosen = null;
      const lines = questions.map((_, at) => replyLine(turn, at, choices.get(at)));
      this.#context.actions.askOffered(lines.filter(Boolean).join('\n'));
    } else this.#redraw(turn);
  }
}

/** Return what answers a question with a choice: of several, with the question before it. */
function replyLine({ answer: { asked } }: Turn, index: number, choice: string | undefined): string {
  const questions = splitQuestions(asked);
  if (choice === undefined) return '';
  return questions.length === 1 ? choice : `${questions[index]!.text} ${choice}`;
}

function isReply(turn: Turn, index: number, choice: string, reply: string): boolean {
  return `\n${reply.trim()}\n`.includes(`\n${replyLine(turn, index, choice)}\n`);
}

/** Questions of the assistant, and their choices. */
const clarifyingStyles = css`
  .asked > p {
    margin: 0 0 8px;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .asked .list {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .choice {
    display: flex;
    align-items: center;
    gap: 6px;
    box-sizing: border-box;
    min-height: 40px;
    padding: 8px 14px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    color: var(--_muted);
    line-height: 1.4;
    text-align: start;
  }
  .choice > [dir] {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .choice svg {
    width: 16px;
    height: 16px;
    color: var(--_accent);
  }
  button.choice {
    border-color: var(--_control);
    color: var(--_text);
  }
  button.choice:hover {
    background: var(--_soft);
  }
  .choice[aria-pressed='true'],
  .choice[data-chosen] {
    border-color: var(--_accent);
    color: var(--_text);
  }
  .asked + .label {
    margin: -4px 0 0;
    font-weight: 400;
  }
`;
