import { html, nothing, type TemplateResult } from 'lit';
import type { AnswerSourceLink, Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { assistantAfterAnswer } from '../../strings/english.ts';
import type { AssistantContext } from '../context.ts';
import { addAnswerKeys } from './answer-keys.ts';
import { AnswerFooter } from './answer-footer.ts';
import { ClosingQuestion } from './closing-question.ts';
import { FeedbackControls } from './feedback.ts';
import { History } from './history.ts';
import { learnModel } from './learn-model.ts';
import { QuestionQueue } from './question-queue.ts';
import { QuestionText } from './question-text.ts';
import { createReopener } from './reopener.ts';
import { PageTexts } from './page-texts.ts';
import { markFollowedPassages } from './passage-mark.ts';
import { PanelResizer } from './resize.ts';
import { showPreview } from './source-preview.ts';
import { ToolSteps } from './tool-steps.ts';
import { WideBlocks } from './wide-blocks.ts';
import type { Joint } from '../../shared/joint.ts';
import { icon } from '../../shared/dom/icon.ts';
import { lazy } from '../../shared/lazy.ts';
import { keepPageColours } from '../../shared/styles/page-colours.ts';
import { openShortcutDialog } from '../../shared/shortcuts/shortcut-dialog.ts';

const backIcon = icon('M16 10H4.5m4.8-5.2L4 10l5.3 5.2');
const dockIcon = icon('M4 4.5h12v11H4zM12 4.5v11');

/** What a panel has beyond the first answer: loaded when that has ended, or with the first use of a part. */
export class AfterAnswer {
  readonly queue: QuestionQueue;
  readonly footer: AnswerFooter;
  readonly history: History;
  readonly questionText: QuestionText;
  readonly resizer: PanelResizer;
  readonly toolSteps: ToolSteps;
  /** Show the list of keyboard shortcuts. */
  readonly showShortcuts: () => void;
  /** Restore the state of the panel from the previous page of this tab. */
  readonly reopen: () => Promise<void>;
  /** What the tools for the browser's agent do. Here, because a first answer needs no way to it. */
  readonly pageTools = lazy(() => import('../webmcp/call-tool.ts'));
  readonly #context: AssistantContext;
  readonly #feedback: FeedbackControls;
  readonly #wideBlocks: WideBlocks;
  readonly #pages: PageTexts;
  #closingQuestion: ClosingQuestion | null = null;

  constructor(context: AssistantContext) {
    this.#context = context;
    context.strings.add(assistantAfterAnswer);
    this.queue = new QuestionQueue(context);
    this.showShortcuts = createShortcutList(context);
    this.#feedback = new FeedbackControls(context, (turn) => this.footer.redraw(turn));
    this.resizer = new PanelResizer(context);
    this.footer = new AnswerFooter(context, {
      feedback: this.#feedback,
      resizer: this.resizer,
      queue: this.queue,
      showShortcuts: this.showShortcuts,
    });
    this.history = new History(context);
    this.questionText = new QuestionText(context);
    this.toolSteps = new ToolSteps(context);
    this.#wideBlocks = new WideBlocks(context);
    this.#pages = new PageTexts(context);
    this.reopen = createReopener(context);
    keepScrolling(context);
    addAnswerKeys(context);
    markFollowedPassages(context);
    keepPageColours(context.host);
    this.learnModel();
  }

  /** Learn whether a language model writes the answers, so that the panel speaks of AI only then. */
  learnModel(): void {
    void learnModel(this.#context);
  }

  /** Return a value that differs whenever this turn has to be drawn again. */
  revision(turn: Turn): string {
    return `${this.footer.revision(turn)} ${this.questionText.revision}`;
  }

  /** Draw the footer of an answer, and add tools to the wide blocks of its text once that is drawn. */
  render(turn: Turn, isLast: boolean): TemplateResult {
    void this.#context.host.updateComplete.then(() => this.#wideBlocks.prepare());
    return this.footer.render(turn, isLast);
  }

  /** Draw the buttons of the header that are not there from the beginning. */
  renderHeader(): TemplateResult | typeof nothing {
    const { joint } = this.#context.host;
    return joint ? renderJoint(this.#context, joint) : nothing;
  }

  /** Show the preview of a source beside a link to it. */
  showPreview(link: HTMLAnchorElement, source: AnswerSourceLink): void {
    const { markdownExtensions } = this.#context.groups;
    showPreview(link, source, markdownExtensions, (...of) => this.#pages.read(...of));
  }

  /** Announce the outcome of an answer that has just ended, and give back a question that must be edited. */
  handleEnded(turn: Turn): void {
    this.footer.announce(turn);
    if (this.footer.mustEdit(turn)) this.queue.restore(turn);
  }

  /** Ask whether the conversation helped, if the page wants that: the panel has closed. */
  handleClosed(): void {
    if (!this.#context.host.feedbackOnClose) return;
    this.#closingQuestion ??= new ClosingQuestion(this.#context, (turn, rating) =>
      this.#feedback.rate(turn, rating),
    );
    this.#closingQuestion.ask();
  }
}

/** Draw the way back to the results that the panel was opened from, and the way to its own place. */
function renderJoint(context: AssistantContext, joint: Joint): TemplateResult {
  const { host, placement } = context;
  const { back, dock } = joint.labels;
  return html`<button class="icon-button back" type="button" aria-label=${back} @click=${() => joint.hide()}>
      ${backIcon}
    </button>
    ${
      placement.mode === 'sheet' || host.variant === 'dialog'
        ? nothing
        : html`<button
            class="icon-button"
            type="button"
            aria-label=${dock}
            @click=${async () => {
              await placement.modes!.dock(host);
              context.focus('.input');
            }}
          >
            ${dockIcon}
          </button>`
    }`;
}

/** Keep what scrolls the panel from pages that scroll by a script, or lock themselves: they would prevent it. */
function keepScrolling({ host }: AssistantContext): void {
  for (const type of ['wheel', 'touchmove'] as const)
    host.frame.addEventListener(type, (event) => host.variant === 'inline' || event.stopPropagation(), {
      passive: true,
    });
}

/** @returns a function that opens the dialog with the keyboard shortcuts of the assistant */
function createShortcutList(context: AssistantContext): () => void {
  const { text } = context;
  return () =>
    openShortcutDialog(context, [
      { keys: 'enter', label: text('send') },
      { keys: 'shift+enter', label: text('keyNewLine') },
      { keys: 'up down', label: text('keyRecall') },
      { keys: 'f6 ctrl+up', label: text('keyAnswer') },
      { keys: 'ctrl+shift+left ctrl+shift+up', label: text('keyResize') },
      { keys: 'escape', label: text('close') },
    ]);
}
