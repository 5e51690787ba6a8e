import { existsSync, writeFileSync } from 'node:fs';
import { Document, isSeq, type YAMLSeq } from 'yaml';
import type { DocsPages, PageEntry } from '../../engine/pages/docs-pages.ts';
import type { MissingText } from '../../protocol/api.ts';
import { UsageError } from '../read-option.ts';
import {
  MAX_QUESTION_CHARACTERS,
  MAX_QUESTIONS,
  questionKey,
  readQuestionFile,
  type QuestionFile,
  type WrittenQuestion,
} from './question-file.ts';

/** A question that a file may have, with the reason for those who read it. */
export interface ProposedQuestion {
  readonly written: WrittenQuestion;
  readonly comment?: string;
}

/** Pages that are read at once. */
const PAGES_AT_ONCE = 100;
/** What a file that is written begins with. */
const INTRODUCTION = ` Questions of readers, and what must become of them: docs-assistant test FILE
 Written from headings. Put them in the words of readers, and add questions that must be refused.`;

/**
 * Make questions from headings: the title of each page first, then the first section of each page, the second and so on, so that a
 * part of them has something of all pages.
 *
 * @yields questions that must find the section whose heading they are
 */
export async function* questionsFromHeadings(pages: DocsPages): AsyncGenerator<ProposedQuestion> {
  const { versions, languages } = await pages.outline();
  const all: { entry: PageEntry; sections: readonly { heading: string; anchor: string }[] }[] = [];
  for (let after = 0; ;) {
    const list = await pages.list({ after, limit: PAGES_AT_ONCE });
    for (const entry of list) {
      const page = await pages.read(entry.path);
      const title = entry.title.trim();
      if (page && title)
        all.push({ entry, sections: page.sections.filter(({ heading }) => heading !== title) });
    }
    const last = list.at(-1);
    if (last === undefined) break;
    after = last.number;
  }
  const most = Math.max(0, ...all.map(({ sections }) => sections.length));
  for (let at = -1; at < most; at++)
    for (const { entry, sections } of all) {
      const section = at === -1 ? { heading: '', anchor: '' } : sections[at];
      if (section === undefined) continue;
      const { title, path, version, language } = entry;
      const { heading, anchor } = section;
      const question = heading === '' ? title : `${title}: ${heading}`;
      if (question.length > MAX_QUESTION_CHARACTERS) continue;
      yield {
        written: {
          question,
          mustFind: `/${path}${anchor && `#${anchor}`}`,
          ...(version !== undefined && versions.length > 1 && { version }),
          ...(language !== undefined && languages.length > 1 && { language }),
        },
      };
    }
}

/** Make questions from what readers have asked and got no answer to: each must be answered. */
export function questionsFromInsights(missing: readonly MissingText[]): ProposedQuestion[] {
  const reasons = {
    refused: 'without an answer',
    'no-result': 'without a result',
    'not-helpful': 'not helpful',
  };
  return missing.map(({ text, version, language, count, reason }) => ({
    written: {
      question: text.slice(0, MAX_QUESTION_CHARACTERS),
      ...(version !== null && { version }),
      ...(language !== null && { language }),
    },
    comment: ` asked ${count} times, ${reasons[reason]}`,
  }));
}

/** A file of questions that grows, or begins. */
export class ProposalFile {
  readonly #file: string;
  readonly #document: Document;
  readonly #list: YAMLSeq;
  readonly #known: Set<string>;
  #added = 0;

  /** @throws UsageError for a file that is there and is no file of questions */
  constructor(file: string) {
    this.#file = file;
    const existing: QuestionFile | null = existsSync(file) ? readQuestionFile(file) : null;
    this.#document = existing?.document ?? new Document({ questions: [] });
    if (existing === null) this.#document.commentBefore = INTRODUCTION;
    const list: unknown = this.#document.get('questions', true);
    if (!isSeq(list)) throw new UsageError(`${file}: its questions are not written as a list there.`);
    this.#list = list;
    if (existing === null) this.#list.flow = false;
    this.#known = new Set(existing?.questions.map(questionKey));
  }

  get added(): number {
    return this.#added;
  }

  /** Whether the file may have one more question. */
  get hasRoom(): boolean {
    return this.#known.size < MAX_QUESTIONS;
  }

  has({ written }: ProposedQuestion): boolean {
    return this.#known.has(questionKey(written));
  }

  add({ written, comment }: ProposedQuestion): void {
    this.#known.add(questionKey(written));
    const node = this.#document.createNode(written);
    if (comment !== undefined) node.commentBefore = comment;
    this.#list.add(node);
    this.#added++;
  }

  /** Write the file; that of JSON as JSON. */
  write(): void {
    const text = this.#file.toLowerCase().endsWith('.json')
      ? `${JSON.stringify(this.#document.toJS(), null, 2)}\n`
      : this.#document.toString({ lineWidth: 0 });
    writeFileSync(this.#file, text);
  }
}
