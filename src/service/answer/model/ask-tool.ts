import type * as Ai from 'ai';
import {
  MAX_CHOICE_LENGTH,
  MAX_CLARIFYING_LENGTH,
  readQuestions,
  type ClarifyingQuestion,
} from '../../../protocol/reply/clarifying-question.ts';

/** Name of the tool by which a model asks the reader. */
export const ASK_TOOL = 'ask_reader';
/** Number of choices of a question to the reader: with fewer there is nothing to choose, those beyond are left out. */
export const MIN_ASKED_CHOICES = 2;
export const MAX_ASKED_CHOICES = 5;

/**
 * Create the tool by which a model asks the reader what it needs to know. Nothing executes it, so that the answer ends with it: the
 * next message of the reader is its result. A call that asks nothing sensible is refused, and the model answers without.
 *
 * @param hasAsked whether the answer before asked: a reader is not asked twice in a row
 */
export function createAskTool({ jsonSchema }: Pick<typeof Ai, 'jsonSchema'>, hasAsked: boolean): Ai.Tool {
  return {
    description: `Ask the reader which of several things is meant, with ${MIN_ASKED_CHOICES} to ${MAX_ASKED_CHOICES} choices. Ends your answer.`,
    inputSchema: jsonSchema<ClarifyingQuestion>(
      {
        type: 'object',
        properties: {
          question: { type: 'string', maxLength: MAX_CLARIFYING_LENGTH, description: 'One short question.' },
          choices: {
            type: 'array',
            items: { type: 'string', maxLength: MAX_CHOICE_LENGTH },
            minItems: MIN_ASKED_CHOICES,
            maxItems: MAX_ASKED_CHOICES,
            description: 'Answers to choose from, a few words each.',
          },
        },
        required: ['question', 'choices'],
      },
      { validate: (value) => readInput(value, hasAsked) },
    ),
  };
}

function readInput(
  value: unknown,
  hasAsked: boolean,
): { success: true; value: ClarifyingQuestion } | { success: false; error: Error } {
  const refuse = (message: string) => ({ success: false as const, error: new Error(message) });
  if (hasAsked) return refuse('The reader has just been asked. Answer now.');
  const [asked] = readQuestions(value, 0);
  if (asked === undefined || asked.choices.length < MIN_ASKED_CHOICES)
    return refuse(`It takes a question and ${MIN_ASKED_CHOICES} to ${MAX_ASKED_CHOICES} different choices.`);
  return { success: true, value: { ...asked, choices: asked.choices.slice(0, MAX_ASKED_CHOICES) } };
}
