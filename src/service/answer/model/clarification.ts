import { splitQuestions, type ClarifyingQuestion } from '../../../protocol/reply/clarifying-question.ts';
import type { HistoryMessage } from './prompt.ts';

/** Ends a question, in the scripts that mark one. */
const ENDS_AS_QUESTION = /[?？؟\u037e՞]["'”’»)\]*_]*\s*$/;

/** Whether the last message of a conversation asks the reader. */
export function hasAsked(history: readonly HistoryMessage[]): boolean {
  const last = history.at(-1);
  return last?.role === 'assistant' && readAsked(last.text) !== null;
}

/**
 * Return the questions of a reader, oldest first: an answer to what the assistant has asked is no question of its own, but a line of the one that it
 * makes clear.
 *
 * @param text the last message, which is in the last question
 */
export function readerQuestions(history: readonly HistoryMessage[], text: string): string[] {
  const questions: string[] = [];
  let asked: ClarifyingQuestion | null = null;
  for (const message of [...history, { role: 'user', text } as const]) {
    const before = questions.at(-1);
    if (message.role === 'assistant') asked = readAsked(message.text);
    else if (asked !== null && before !== undefined && isReply(asked, message.text)) {
      questions[questions.length - 1] = `${before}\n${message.text}`;
      asked = null;
    } else {
      questions.push(message.text);
      asked = null;
    }
  }
  return questions;
}

/** Read what an answer asks at its end, where the service and the elements write it. @returns `null` if it asks nothing */
function readAsked(answer: string): ClarifyingQuestion | null {
  const [asked] = splitQuestions(answer.trimEnd().split('\n\n').at(-1));
  return asked && asked.choices.length > 0 && ENDS_AS_QUESTION.test(asked.text) ? asked : null;
}

/** Whether a message answers such a question. A reader may ask something else instead. */
function isReply({ choices }: ClarifyingQuestion, message: string): boolean {
  return choices.includes(message.trim()) || !ENDS_AS_QUESTION.test(message);
}
