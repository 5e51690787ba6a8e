import { isRecord, isString, parseJson } from '../record.ts';
import type { ReplyContent } from './reply-content.ts';

/** A question of the assistant back to the reader, with answers to choose from. */
export interface ClarifyingQuestion {
  readonly text: string;
  /** May be empty: then the reader answers in own words. */
  readonly choices: readonly string[];
}

/** Maximum number of questions of one answer that are shown. */
export const MAX_CLARIFYING_QUESTIONS = 4;
/** Maximum length of such a question, in UTF-16 units; the rest is cut. */
export const MAX_CLARIFYING_LENGTH = 1000;
/** Maximum number of choices of a question; those beyond it are left out. */
export const MAX_CHOICES = 12;
/** Maximum length of a choice, in UTF-16 units; the rest is cut. */
export const MAX_CHOICE_LENGTH = 200;
/** Maximum number of levels down to which a question is looked for. */
const MAX_DEPTH = 4;

/**
 * Find the questions in the input of a tool that the reader has to answer: one string and one list of strings, whatever the tool and
 * the fields are called. Of several strings, the one is taken whose field names a question.
 */
export function readQuestions(value: unknown, depth = MAX_DEPTH): ClarifyingQuestion[] {
  if (typeof value !== 'object' || value === null || depth < 0) return [];
  const fields = Object.entries<unknown>({ ...value });
  const lists = fields.map(([, field]) => readChoices(field)).filter((list) => list !== null);
  const texts = fields.filter(([, field]) => isString(field) && field.trim());
  const [text] = texts.length > 1 ? texts.filter(([name]) => /question|prompt/i.test(name)) : texts;
  if (isRecord(value) && text && lists.length === 1)
    return [{ text: cut(text[1] as string, MAX_CLARIFYING_LENGTH), choices: lists[0]! }];
  return fields.flatMap(([, field]) => readQuestions(field, depth - 1)).slice(0, MAX_CLARIFYING_QUESTIONS);
}

/**
 * Take the questions to the reader out of the calls of a reply that has come. A search that was not carried out asks nothing.
 *
 * @returns them as Markdown, see {@link splitQuestions}; `undefined` if there are none
 */
export function takeQuestions({ error, toolCalls, ledger }: ReplyContent): string | undefined {
  const questions: ClarifyingQuestion[] = [];
  for (const call of error ? [] : toolCalls.slice()) {
    const { state, input } = call;
    if (!state.startsWith('input') || (!ledger.ended && isRecord(input) && isString(input.query))) continue;
    const found = readQuestions(isString(input) ? parseJson(input) : input);
    if (found.length === 0) continue;
    questions.push(...found);
    toolCalls.splice(toolCalls.indexOf(call), 1);
  }
  return writeQuestions(questions.slice(0, MAX_CLARIFYING_QUESTIONS)) || undefined;
}

/** Write questions as Markdown, see {@link splitQuestions}. */
export function writeQuestions(questions: readonly ClarifyingQuestion[]): string {
  return questions.map(({ text, choices }) => [text, ...choices].join('\n- ')).join('\n\n');
}

/** Split what an answer asks: paragraphs, each a line with the question and a list of its choices. */
export function splitQuestions(asked = ''): ClarifyingQuestion[] {
  return asked
    .split('\n\n')
    .filter(Boolean)
    .slice(0, MAX_CLARIFYING_QUESTIONS)
    .map((paragraph) => {
      const [text = '', ...choices] = paragraph.split('\n- ');
      return { text, choices: choices.slice(0, MAX_CHOICES) };
    });
}

/** Read a list of choices: strings, or objects with a label. @returns `null` for anything else */
function readChoices(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  const labels = value.map(labelOf);
  if (!labels.every(isString)) return null;
  return [...new Set(labels.map((label) => cut(label, MAX_CHOICE_LENGTH)).filter(Boolean))].slice(
    0,
    MAX_CHOICES,
  );
}

function labelOf(choice: unknown): unknown {
  // An object with a list of its own is a question, not a choice.
  if (!isRecord(choice) || Object.values(choice).some(Array.isArray)) return choice;
  return choice.label ?? choice.title ?? choice.text ?? choice.name ?? choice.value;
}

function cut(text: string, length: number): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, length);
}
