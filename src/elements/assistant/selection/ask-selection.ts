import { type ReactiveController, type ReactiveControllerHost } from 'lit';
import { css } from '../../shared/styles/css.ts';
import { matchLanguage } from '../../../protocol/language-tag.ts';
import { keepBeside, type ReferenceElement } from '../../shared/dom/floating.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { keepOnTop } from '../../shared/dom/keep-on-top.ts';
import { pressesShortcut } from '../../shared/dom/shortcut.ts';
import { selectionLabels } from '../../strings/early.ts';

/** Maximum length of a quote, in UTF-16 units; longer ones are cut, which leaves room for the question. */
export const MAX_QUOTE_LENGTH = 1500;
/** Minimum length of a selection: one character is selected by accident. */
const MIN_QUOTE_LENGTH = 2;
/** Delay until the button shows or hides, while a selection grows, or the pointer moves from code to the button. */
const DELAY_MILLISECONDS = 250;
const GAP = 8;

/** The part of the element that this group uses. */
export interface SelectionHost extends ReactiveControllerHost, EventTarget {
  readonly askSelection: boolean;
  readonly shortcut: string;
  readonly strings: Readonly<Record<string, string>>;
  readonly interfaceLanguage: string;
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly frame: HTMLElement;
  show(options: { question: string | undefined; source: 'shortcut' | 'trigger' }): void;
}

/** A selection or a code block of the page, as Markdown. */
interface Quoted {
  readonly kind: 'askSelection' | 'askCode';
  readonly reference: ReferenceElement;
  readonly markdown: string;
}

const watching = new WeakSet<SelectionHost>();

/** Show a button to ask about the selection of the page, or about a hovered or focused code block. Idempotent. */
export function watch(host: SelectionHost): void {
  if (watching.has(host)) return;
  watching.add(host);
  host.addController(new SelectionButton(host));
}

class SelectionButton implements ReactiveController {
  readonly #host: SelectionHost;
  readonly #button = document.createElement('button');
  #connection = new AbortController();
  #quoted: Quoted | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #undo = (): void => {};

  constructor(host: SelectionHost) {
    this.#host = host;
    const button = this.#button;
    button.type = 'button';
    button.className = 'ask-selection';
    button.part.add('ask-selection');
    // Keep the selection of the page when the button is pressed.
    button.addEventListener('pointerdown', (event) => event.preventDefault());
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => this.#ask('trigger'));
  }

  hostConnected(): void {
    const { signal } = (this.#connection = new AbortController());
    const update = ({ target }: Event): void => this.#scheduleUpdate(target);
    for (const type of ['selectionchange', 'pointerover', 'focusin'])
      document.addEventListener(type, update, { signal });
    // Captured, to handle the shortcut before the element does.
    document.addEventListener('keydown', (event) => this.#handleKey(event), { signal, capture: true });
    this.#scheduleUpdate(null);
  }

  hostDisconnected(): void {
    this.#connection.abort();
    this.#hide();
  }

  hostUpdated(): void {
    if (this.#quoted) this.#button.textContent = this.#label(this.#quoted);
  }

  #scheduleUpdate(target: EventTarget | null): void {
    // Over the button itself, nothing changes.
    if (!this.#host.askSelection || target === this.#host) return clearTimeout(this.#timer);
    const code = target instanceof Element ? target.closest('pre') : null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.#show(readSelection() ?? (code && quoteCode(code))),
      DELAY_MILLISECONDS,
    );
  }

  /** Open the assistant with the selection by its shortcut, because the button is hard to reach by keyboard. */
  #handleKey(event: KeyboardEvent): void {
    if (!this.#host.askSelection || !pressesShortcut(event, this.#host.shortcut)) return;
    const code = document.activeElement?.closest('pre');
    this.#quoted = readSelection() ?? (code ? quoteCode(code) : null);
    if (this.#quoted === null) return;
    event.preventDefault();
    this.#ask('shortcut');
  }

  #show(quoted: Quoted | null): void {
    const { markdown } = this.#quoted ?? {};
    if (quoted?.markdown === markdown && this.#button.isConnected) return;
    this.#hide();
    this.#quoted = quoted;
    if (quoted === null) return;
    const { frame, renderRoot } = this.#host;
    addStyles(renderRoot, askSelectionStyles);
    this.#button.textContent = this.#label(quoted);
    frame.prepend(this.#button);
    const shown = new AbortController();
    keepOnTop(this.#button, shown.signal);
    const isCode = quoted.kind === 'askCode';
    const stop = keepBeside(quoted.reference, this.#button, {
      // Inside the corner of a code block; below a selection, because the menu of a phone is above it.
      placement: isCode ? 'top-end' : 'bottom',
      isInside: isCode,
      gap: GAP,
      move: (x, y) => this.#button.style.setProperty('transform', `translate(${x}px, ${y}px)`),
    });
    this.#undo = () => {
      shown.abort();
      stop();
    };
  }

  #label({ kind }: Quoted): string {
    const { strings, interfaceLanguage } = this.#host;
    const language = matchLanguage(interfaceLanguage, selectionLabels) ?? 'en';
    return strings[kind] ?? selectionLabels[language]![kind];
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#undo();
    this.#undo = () => {};
    this.#button.remove();
    this.#quoted = null;
  }

  #ask(source: 'shortcut' | 'trigger'): void {
    const question = this.#quoted?.markdown;
    this.#hide();
    this.#host.show({ question, source });
  }
}

/** Matches the letters of a word at either end of a text, in scripts that put spaces between words. */
const WORD_START =
  /^(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+/u;
const WORD_END =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+$/u;

/** Read the selection of the page; `null` if there is none, or if it is in an editable element or in one of our elements. */
function readSelection(): Quoted | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const text = selection.toString().trim();
  const range = selection.getRangeAt(0);
  const around = range.commonAncestorContainer;
  const element = around instanceof Element ? around : around.parentElement;
  if (text.length < MIN_QUOTE_LENGTH || element?.closest('[contenteditable], docs-assistant, docs-search'))
    return null;
  const code = element?.closest('pre');
  const reference = {
    getBoundingClientRect: () => range.getBoundingClientRect(),
    getClientRects: () => range.getClientRects(),
    ...(element && { contextElement: element }),
  };
  return {
    kind: 'askSelection',
    reference,
    markdown: code ? fence(text, code) : quote(wholeWords(selection.toString(), range)),
  };
}

/** Return a selected text with the rest of the words that the selection cuts. */
function wholeWords(text: string, { startContainer, startOffset, endContainer, endOffset }: Range): string {
  const before = startContainer instanceof Text ? startContainer.data.slice(0, startOffset) : '';
  const after = endContainer instanceof Text ? endContainer.data.slice(endOffset) : '';
  const head = WORD_START.test(text) ? (WORD_END.exec(before)?.[0] ?? '') : '';
  const tail = WORD_END.test(text) ? (WORD_START.exec(after)?.[0] ?? '') : '';
  return `${head}${text}${tail}`.trim();
}

function quoteCode(code: HTMLElement): Quoted | null {
  const text = (code.textContent ?? '').replace(/^\n+|\s+$/g, '');
  return text.length < MIN_QUOTE_LENGTH
    ? null
    : { kind: 'askCode', reference: code, markdown: fence(text, code) };
}

function quote(text: string): string {
  const lines = cut(text).split(/\s*\n\s*/);
  return `${lines.map((line) => `> ${line}`).join('\n')}\n\n`;
}

function fence(text: string, code: HTMLElement): string {
  const inside = cut(text);
  const longest = Math.max(2, ...[...inside.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${languageOf(code)}\n${inside}\n${mark}\n\n`;
}

/** Read the language of a code block from the attributes or classes that most highlighters set; else return `''`. */
function languageOf(code: HTMLElement): string {
  const near = [
    code,
    code.querySelector('code'),
    code.closest('[data-language], [data-lang], [class*="language-"]'),
  ];
  for (const element of near as (HTMLElement | null)[]) {
    const { language, lang } = element?.dataset ?? {};
    const name = language ?? lang ?? /\blang(?:uage)?-([\w#+-]+)/.exec(element?.className ?? '')?.[1];
    if (name && /^[\w#+-]{1,20}$/.test(name)) return name;
  }
  return '';
}

function cut(text: string): string {
  return text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)} …` : text;
}

/** The button at a selection. It is outside of the panel, and uses no styles but the tokens. */
const askSelectionStyles = css`
  .ask-selection {
    position: fixed;
    inset: 0 auto auto 0;
    overflow: visible;
    z-index: var(--docs-z-index, 1000);
    min-height: 36px;
    padding-inline: 12px;
    border: 1px solid var(--_control);
    border-radius: calc(var(--_radius) * 1.5);
    background: var(--_surface);
    color: var(--_text);
    font-size: 0.8667em;
    font-weight: 600;
    box-shadow: 0 2px 12px #0003;
  }
  .ask-selection:hover {
    border-color: var(--_accent);
    color: var(--_accent);
  }
  @media print {
    .ask-selection {
      display: none;
    }
  }
`;
