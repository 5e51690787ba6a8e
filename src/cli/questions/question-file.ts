import { readFileSync, statSync } from 'node:fs';
import { LineCounter, parseDocument, type Document } from 'yaml';
import { z } from 'zod';
import { readLanguage } from '../../engine/sections/scope-names.ts';
import { MAX_PAGE_SIZE } from '../../protocol/api.ts';
import { MAX_FILTER_CHARACTERS } from '../../protocol/requests/read-request.ts';
import { UsageError } from '../read-option.ts';
import { describeComplaint, findComplaints, type Complaint, type Path } from '../schema-complaints.ts';
import { cleanLine } from '../terminal-text.ts';

/** Bytes that a file of questions may have. */
export const MAX_QUESTION_FILE_BYTES = 1_000_000;
/** Questions that a file may have. */
export const MAX_QUESTIONS = 1_000;
/** Length of a question, in UTF-16 units. */
export const MAX_QUESTION_CHARACTERS = 2_000;
/** Entries that a list of a question may have. */
const MAX_ENTRIES = 20;
/** Length of an entry, in UTF-16 units. */
const MAX_ENTRY_CHARACTERS = 500;
/** Default of `top`. */
const DEFAULT_TOP = 5;

const Entry = z
  .string()
  .trim()
  .min(1, 'is empty')
  .max(MAX_ENTRY_CHARACTERS, `is longer than ${MAX_ENTRY_CHARACTERS} characters`);
const entries = (about: string) =>
  z
    .union([
      Entry,
      z.array(Entry).min(1, 'is empty').max(MAX_ENTRIES, `has more than ${MAX_ENTRIES} entries`),
    ])
    .optional()
    .describe(about);
const scopes = {
  version: z
    .string()
    .min(1, 'is empty')
    .max(MAX_FILTER_CHARACTERS, `is longer than ${MAX_FILTER_CHARACTERS} characters`)
    .optional()
    .describe('A text: a number is written in quotes'),
  language: z
    .string()
    .refine((tag) => readLanguage(tag) !== undefined, 'is no language tag, such as en or pt-BR')
    .optional()
    .describe('A language tag, such as en or pt-BR'),
  top: z
    .int('is no whole number')
    .min(1, 'is less than 1')
    .max(MAX_PAGE_SIZE, `is more than ${MAX_PAGE_SIZE}`)
    .optional()
    .describe(`A whole number from 1 to ${MAX_PAGE_SIZE}`),
};

const Question = z.strictObject({
  question: z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(MAX_QUESTION_CHARACTERS, `is longer than ${MAX_QUESTION_CHARACTERS} characters`)
    .describe('A text'),
  mustFind: entries('A page or section, such as guides/install#proxy, or a list of those that will do'),
  mustCite: entries('A page or section, such as guides/install#proxy, or a list of those that will do'),
  mustContain: entries('A text, or a list of texts that all occur in the answer'),
  mustNotContain: entries('A text, or a list of texts of which none occurs in the answer'),
  mustRefuse: z.literal(true).optional().describe('true, or it is left out'),
  ...scopes,
});

const QuestionFile = z.strictObject({
  ...scopes,
  questions: z
    .array(Question)
    .min(1, 'has no question')
    .max(MAX_QUESTIONS, `has more than ${MAX_QUESTIONS} questions`)
    .describe('A list of questions'),
});

/** A question with what must become of it. */
export interface TestQuestion {
  readonly question: string;
  /** Pages or sections of which one must be among the results of a search; empty: none must. */
  readonly mustFind: readonly string[];
  /** Pages or sections of which the answer must cite one. */
  readonly mustCite: readonly string[];
  /** Texts that must all occur in the answer. */
  readonly mustContain: readonly string[];
  readonly mustNotContain: readonly string[];
  /** Whether readers must be told that the documentation does not answer. */
  readonly mustRefuse: boolean;
  /** Number of results in which `mustFind` is looked for. */
  readonly top: number;
  readonly version?: string | undefined;
  readonly language?: string | undefined;
  /** Line of the file, from 1. */
  readonly line: number;
}

/** A question in the form of the file. */
export type WrittenQuestion = z.input<typeof Question>;

/** The questions of a file, with its text as a tree, comments included. */
export interface QuestionFile {
  readonly document: Document;
  readonly questions: readonly TestQuestion[];
}

/**
 * Read a file of questions, YAML or JSON, which is YAML, too.
 *
 * @throws UsageError that names the line and the field of everything that is wrong
 */
export function readQuestionFile(file: string): QuestionFile {
  const lines = new LineCounter();
  const document = parseDocument(readText(file), { lineCounter: lines });
  const [first] = document.errors;
  if (first)
    throw new UsageError(
      `${file}:${first.linePos?.[0].line ?? 1}: ${cleanLine(first.message.split('\n', 1)[0]!)}`,
    );
  const lineOf = (path: Path): number => lineAt(document, lines, path);
  const value = toValue(file, document);
  const complaints = findComplaints(QuestionFile, value);
  if (complaints.length > 0) throw describeAll(file, complaints, lineOf);
  const { questions, ...given } = QuestionFile.parse(value);
  const read = questions.map((question, at) => ({
    ...given,
    ...question,
    top: question.top ?? given.top ?? DEFAULT_TOP,
    mustFind: [question.mustFind ?? []].flat(),
    mustCite: [question.mustCite ?? []].flat(),
    mustContain: [question.mustContain ?? []].flat(),
    mustNotContain: [question.mustNotContain ?? []].flat(),
    mustRefuse: question.mustRefuse ?? false,
    line: lineOf(['questions', at]),
  }));
  const wrong = findContradictions(read);
  if (wrong.length > 0) throw describeAll(file, wrong, lineOf);
  return { document, questions: read };
}

/** Return what tells a question from others of its file, and is the same in the next run. */
export function questionKey(
  question: Pick<TestQuestion, 'question'> & {
    version?: string | null | undefined;
    language?: string | null | undefined;
  },
): string {
  return JSON.stringify([question.question, question.version ?? null, question.language ?? null]);
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    // Looked at first, so that no large file is read.
    checkSize(file, statSync(file).size);
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code;
    throw new UsageError(`${file} cannot be read: ${reason}.`);
  }
  // A pipe has no size.
  checkSize(file, bytes.length);
  return bytes.toString('utf8');
}

function checkSize(file: string, bytes: number): void {
  if (bytes > MAX_QUESTION_FILE_BYTES)
    throw new UsageError(
      `${file} has more than ${MAX_QUESTION_FILE_BYTES.toLocaleString('en')} bytes. Divide it into several files.`,
    );
}

function toValue(file: string, document: Document): unknown {
  try {
    // A few aliases could stand for very many values.
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** Return the line of a value, or that of what it is missing in. */
function lineAt(document: Document, lines: LineCounter, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { range?: readonly number[] } | undefined;
    if (node?.range) return lines.linePos(node.range[0]!).line;
  }
  return 1;
}

function findContradictions(questions: readonly TestQuestion[]): Complaint[] {
  const known = new Set<string>();
  return questions.flatMap((question, at) => {
    const path = ['questions', at] as const;
    const key = questionKey(question);
    const isKnown = known.has(key);
    known.add(key);
    return [
      ...(isKnown
        ? [{ path: [...path, 'question'], problem: 'stands there already for the same version and language' }]
        : []),
      ...(question.mustRefuse && question.mustCite.length > 0
        ? [{ path: [...path, 'mustRefuse'], problem: 'cannot stand beside mustCite' }]
        : []),
    ];
  });
}

function describeAll(
  file: string,
  complaints: readonly Complaint[],
  lineOf: (path: Path) => number,
): UsageError {
  const lines = complaints.map(
    (complaint) => `  ${file}:${lineOf(complaint.path)}: ${cleanLine(describeComplaint(complaint))}`,
  );
  return new UsageError(`${file} is no file of questions:\n${lines.join('\n')}`);
}
