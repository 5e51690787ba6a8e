/**
 * Whether `docs-assistant test` finds what breaks a documentation, and stays quiet otherwise: `npm run bench:regressions --
 * ../shared/corpus/astro-docs`. Over three corpora (two without a folder), questions are proposed from headings; those that are written
 * elsewhere are added. Then 20 regressions are seeded one by one in pages and sections that a question is about, and as many
 * harmless edits, each from the whole documentation. A regression is found when a question that passed does not; an edit after
 * which one does not is a false alarm.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { clientOf } from '../../src/cli/documentation.ts';
import { openFolderService, type FolderService } from '../../src/cli/folder-service.ts';
import { askQuestions } from '../../src/cli/questions/ask-questions.ts';
import { questionsFromHeadings } from '../../src/cli/questions/propose-questions.ts';
import { readQuestionFile, type TestQuestion } from '../../src/cli/questions/question-file.ts';
import { pageKey } from '../../src/engine/sections/site-path.ts';
import { MODEL, ORBIT } from '../service/docs-folder.ts';
import { createRandom, readPages } from './repeated-pages.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    questions: { type: 'string', default: '100' },
    corpus: { type: 'string', multiple: true, default: ['product', 'orbit', 'astro'] },
  },
});
const demo = (name: string) => fileURLToPath(new URL(`../../demo/${name}`, import.meta.url));
const REGRESSIONS = 20;

interface Corpus {
  name: string;
  folder: string;
  /** Folders below it that are read. */
  parts: string[];
  /** File with questions of readers. */
  file?: string;
  /** Questions in the words of readers, and pages that answer. */
  asked: { question: string; version?: string; language: string; pages?: string[] }[];
}

interface QuestionSet {
  docs: string;
  language: string;
  class: string;
  questions: string[];
}
interface RetrievalSet {
  filter: { version?: string; language: string };
  questions: { question: string; pages: string[] }[];
}
const readJson = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;
const corpora: Corpus[] = [
  {
    name: 'product',
    folder: demo('docs'),
    parts: ['v1', 'v2'],
    file: demo('questions.yaml'),
    asked: readJson<QuestionSet[]>('answer-questions.json')
      .filter((set) => set.docs === 'product' && set.class === 'answerable')
      .flatMap(({ questions, language }) =>
        questions.map((question) => ({ question, language, version: 'v2' })),
      ),
  },
  { name: 'orbit', folder: ORBIT, parts: ['v1', 'v2'], asked: [] },
  ...positionals.map((folder): Corpus => ({
    name: 'astro',
    folder,
    parts: ['v6/en/recipes', 'v6/en/concepts', 'v6/en/basics'],
    asked: readJson<RetrievalSet[]>('retrieval-questions.json').flatMap(({ filter, questions }) =>
      questions.map((one) => ({ ...one, ...filter })),
    ),
  })),
];

async function update(folder: FolderService): Promise<void> {
  const client = clientOf(folder, 'admin');
  const { statusId } = await client.startUpdate();
  for (;;) {
    const { endedAt, status, summary } = await client.getUpdate(statusId);
    if (status === 'failure') throw new Error(summary ?? 'The update failed.');
    if (endedAt) return;
    await wait(400);
  }
}

const ask = (folder: FolderService, questions: readonly TestQuestion[]) =>
  askQuestions(questions, {
    source: clientOf(folder, 'assistant'),
    searchOnly: false,
    parallel: 4,
    timeout: 60_000,
  });

/** Return a question that must only be found. */
function toFind(question: string, mustFind: string[], version?: string, language?: string): TestQuestion {
  const rest = { mustCite: [], mustContain: [], mustNotContain: [], mustRefuse: false, top: 5, line: 1 };
  return { question, mustFind, version, language, ...rest };
}

/** Questions that pass today. */
async function writeQuestions(corpus: Corpus, folder: FolderService): Promise<TestQuestion[]> {
  const questions: TestQuestion[] =
    corpus.file === undefined ? [] : [...readQuestionFile(corpus.file).questions];
  for (const { question, pages, version, language } of corpus.asked) {
    const filter = { language, ...(version !== undefined && { version }) };
    const first = async () =>
      (await clientOf(folder, 'assistant').search({ query: question, filter }))
        .slice(0, 1)
        .map(({ path }) => path);
    questions.push(toFind(question, pages ?? (await first()), version, language));
  }
  // As many of titles as of sections.
  const half = Number(values.questions) / 2;
  const titles: TestQuestion[] = [];
  const sections: TestQuestion[] = [];
  for await (const { written } of questionsFromHeadings(folder.service.pagesOf(folder.domain)!)) {
    const { question, mustFind, version, language } = written;
    const places = [mustFind ?? []].flat();
    const list = places[0]!.includes('#') ? sections : titles;
    if (list.length < half) list.push(toFind(question, places, version, language));
    if (sections.length >= half) break;
  }
  const all = [...questions, ...titles, ...sections];
  const reports = await ask(folder, all);
  return all.filter((_, at) => reports[at]!.result === 'passed');
}

/** Changes a copy of the documentation, and returns the kind and the file, divided by a line. */
type Edit = () => string;

const SENTENCE = 'This sentence was added by an editor, and says nothing new.';

function seedEdits(
  copy: string,
  files: readonly { file: string; text: string; path: string }[],
  questions: readonly TestQuestion[],
  random: () => number,
) {
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const write = (file: string, text: string) => writeFileSync(join(copy, file), text);
  const move = (from: string, to: string) => {
    mkdirSync(dirname(join(copy, to)), { recursive: true });
    renameSync(join(copy, from), join(copy, to));
  };
  const byPath = new Map(files.map((one) => [pageKey(one.path), one]));
  // Only what a question is about can be found to be missing.
  const aims = questions.flatMap(({ mustFind }) => {
    if (mustFind.length !== 1) return [];
    const [path = '', anchor = ''] = mustFind[0]!.split('#');
    const page = byPath.get(pageKey(decodeURIComponent(path)));
    return page === undefined ? [] : [{ page, anchor }];
  });
  const headingOf = (text: string, anchor: string) =>
    Array.from(text.matchAll(/^#{2,4} (.+)$/gm)).find(([, heading]) => slug(heading!) === anchor);
  const sections = aims.flatMap(({ page, anchor }) => {
    const found = anchor === '' ? undefined : headingOf(page.text, decodeURIComponent(anchor));
    return found === undefined ? [] : [{ page, line: found[0], at: found.index }];
  });
  const bad: Edit[] = [
    () => {
      const { file } = any(aims).page;
      rmSync(join(copy, file));
      return `page deleted|${file}`;
    },
    () => {
      const { page, line, at } = any(sections);
      const renamed = `${line.split(' ')[0]} Further remarks`;
      write(page.file, page.text.slice(0, at) + renamed + page.text.slice(at + line.length));
      return `heading renamed|${page.file}: ${line}`;
    },
    () => {
      const { page, line, at } = any(sections);
      const next = page.text.slice(at + line.length).search(/^#{1,4} /m);
      const end = next === -1 ? page.text.length : at + line.length + next;
      write(page.file, page.text.slice(0, at) + page.text.slice(end));
      return `section deleted|${page.file}: ${line}`;
    },
    () => {
      const { file } = any(aims).page;
      move(file, file.replace(extname(file), `-moved${extname(file)}`));
      return `address changed|${file}`;
    },
    () => {
      const { file } = any(aims).page;
      const [version, ...rest] = file.split('/');
      move(file, [version === 'v1' ? 'v2' : 'v1', 'en', 'misplaced', ...rest.slice(1)].join('/'));
      return `wrong version|${file}`;
    },
    () => {
      const { page } = any(aims);
      write(page.file, '# Coming soon\n\nThis page is being written.\n');
      return `page emptied|${page.file}`;
    },
  ];
  const harmless: Edit[] = [
    () => {
      const { file, text } = any(files);
      write(file, `${text.trimEnd()}\n\n${SENTENCE}\n`);
      return `sentence added|${file}`;
    },
    () => {
      const { file, text } = any(files);
      write(file, text.replaceAll(/\n\n(?=[A-Z])/g, '\n\n\n').replaceAll(/(?<=[a-z])\. (?=[A-Z])/g, '.\n'));
      return `lines wrapped otherwise|${file}`;
    },
    () => {
      const { file } = any(files);
      write(
        join(dirname(file), 'house-rules.md'),
        '# House rules\n\nWhoever leaves last turns off the light.\n',
      );
      return `page added|${file}`;
    },
    () => {
      const { file, text } = any(files);
      write(file, text.replaceAll(/(?<=[a-z]) (?:also|just|simply|very|only|now) /g, ' '));
      return `words left out|${file}`;
    },
    () => {
      const { file, text } = any(files);
      const blocks = text.split(/\n{2,}(?=#{2} )/);
      if (blocks.length > 2 && !text.includes('```')) [blocks[1], blocks[2]] = [blocks[2]!, blocks[1]!];
      write(file, blocks.join('\n\n'));
      return `sections exchanged|${file}`;
    },
  ];
  return { bad, harmless };
}

function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

const total = { bad: [0, 0], harmless: [0, 0], checks: [0, 0] } as Record<string, [number, number]>;
const kinds = new Map<string, [found: number, seeded: number]>();
for (const corpus of corpora.filter(({ name }) => values.corpus.includes(name))) {
  const place = mkdtempSync(join(tmpdir(), 'bench-regressions-'));
  const copy = join(place, 'docs');
  const restore = () => {
    rmSync(copy, { recursive: true, force: true });
    for (const part of corpus.parts) cpSync(join(corpus.folder, part), join(copy, part), { recursive: true });
  };
  restore();
  const open = (withModel: boolean) =>
    openFolderService({
      dir: copy,
      domain: 'docs',
      data: join(place, withModel ? 'data' : 'words'),
      values: { 'no-model': !withModel, ...(withModel && { model: MODEL }) } as never,
    });
  const folder = await open(true);
  try {
    await folder.service.ready;
    const questions = await writeQuestions(corpus, folder);
    const files = (await readPages(copy)).map(({ file, text, path }) => ({
      file: relative('.', file),
      text,
      path,
    }));
    const { bad, harmless } = seedEdits(copy, files, questions, createRandom());
    console.log(`\n${corpus.name}: ${files.length} pages, ${questions.length} questions`);
    for (const [name, edits, count] of [
      ['bad', bad, REGRESSIONS - 1],
      ['harmless', harmless, REGRESSIONS],
    ] as const)
      for (let at = 0; at < count; at++) {
        const [kind = '', what] = edits[at % edits.length]!().split('|');
        await update(folder);
        report(name, kind, what, await ask(folder, questions));
        restore();
      }
    await update(folder);
    const words = await open(false);
    try {
      await words.service.ready;
      report('bad', 'model swapped', 'by words alone', await ask(words, questions));
    } finally {
      await words.close();
    }
  } finally {
    await folder.close();
    rmSync(place, { recursive: true });
  }
}

function report(
  name: 'bad' | 'harmless',
  kind: string,
  what: string | undefined,
  reports: { result: string; question: string }[],
) {
  const failed = reports.filter(({ result }) => result !== 'passed');
  const counts = total[name]!;
  counts[1]++;
  if (failed.length > 0) counts[0]++;
  const row = kinds.get(`${name} ${kind}`) ?? [0, 0];
  kinds.set(`${name} ${kind}`, [row[0] + Number(failed.length > 0), row[1] + 1]);
  if (name === 'harmless') {
    total['checks']![0] += failed.length;
    total['checks']![1] += reports.length;
  }
  if ((name === 'bad') === (failed.length === 0))
    console.log(
      `  ${name === 'bad' ? 'not found' : 'false alarm'}: ${kind}, ${what}${failed[0] ? `: ${failed[0].question}` : ''}`,
    );
}

console.log('');
for (const [kind, [found, seeded]] of [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${kind.padEnd(40)} ${found} of ${seeded}`);
const share = ([some, all]: [number, number]) => `${some} of ${all}, ${((100 * some) / all).toFixed(1)} %`;
console.log(`\nregressions found: ${share(total['bad']!)}`);
console.log(
  `false alarms: ${share(total['harmless']!)} of the edits, ${share(total['checks']!)} of the questions`,
);
