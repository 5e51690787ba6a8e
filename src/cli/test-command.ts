import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DEFAULT_INSIGHTS_LIMIT, MAX_PAGE_SIZE } from '../protocol/api.ts';
import { openAdminClient } from './admin-client.ts';
import { defineCommand } from './define-command.ts';
import {
  DOCUMENTATION_OPTIONS,
  openDocumentation,
  SERVICE_KEY,
  type Documentation,
} from './documentation.ts';
import { ANSWER_VARIABLES, OPTIONS, VARIABLES } from './options.ts';
import { askQuestions, type AskOptions, type QuestionReport } from './questions/ask-questions.ts';
import { compareRuns, readLastRun, type RunReport } from './questions/compare-runs.ts';
import { describeQuestion, describeRun, writeJunit } from './questions/describe-run.ts';
import {
  ProposalFile,
  questionsFromHeadings,
  questionsFromInsights,
  type ProposedQuestion,
} from './questions/propose-questions.ts';
import { MAX_QUESTIONS, readQuestionFile } from './questions/question-file.ts';
import { pick, UsageError, type OptionTable, type OptionValues } from './read-option.ts';
import { printStatus } from './report-progress.ts';
import { toJsonLine } from './terminal-text.ts';

const TEST_OPTIONS = {
  ...DOCUMENTATION_OPTIONS,
  'search-only': { about: 'looks at results alone, and asks for no answer' },
  parallel: { value: 'N', about: 'questions at the same time', range: [1, 16], default: 1 },
  timeout: {
    ...OPTIONS.timeout,
    about: 'most time for the search and for the answer of a question',
    default: 60,
  },
  last: {
    value: 'FILE',
    about: 'report of the last run, which this one is compared with; then replaced by that of this one',
  },
  'only-new-failures': {
    about: 'with --last: the exit code is 1 only for questions that passed in the last run, or are new',
  },
  junit: { value: 'FILE', about: 'writes a report in the XML of JUnit' },
  json: { about: 'prints one JSON object' },
  propose: {
    about: 'writes questions into FILE: of headings with --dir, of insights with --endpoint and --project',
    heading: 'Options of --propose',
  },
  questions: {
    value: 'N',
    about: 'most questions that are added',
    range: [1, MAX_QUESTIONS],
    default: DEFAULT_INSIGHTS_LIMIT,
    heading: 'Options of --propose',
  },
  project: { value: 'ID', about: 'project of the insights', heading: 'Options of --propose' },
} as const satisfies OptionTable;

type TestValues = OptionValues<typeof TEST_OPTIONS>;

/** `docs-assistant test FILE` */
export const command = defineCommand({
  usage: [
    'test FILE --dir DIR [options]',
    'test FILE --index PLACE [options]',
    'test FILE --endpoint URL --domain NAME [options]',
    'test FILE --propose --dir DIR [--questions N]',
  ],
  about: `Asks a documentation the questions of a file, YAML or JSON, and says which are not found, cited, answered or
refused as the file says. The exit code is 1 when one is not. With a language model in the environment, --dir has answers
of it; without one they consist of quotes.`,
  options: TEST_OPTIONS,
  variables: { ...SERVICE_KEY, ...pick(VARIABLES, 'DOCS_ADMIN_KEY'), ...ANSWER_VARIABLES },
  notes: `A file:

  questions:
    - question: How do I set the proxy?
      mustFind: guides/install#proxy     # among the first results; or a list of those that will do
      mustCite: guides/install           # by the answer
      mustContain: orbit.toml            # or a list of texts that all occur
      mustNotContain: --proxy-url
      top: 3                             # results looked at for mustFind, 1 to ${MAX_PAGE_SIZE} (default 5)
      language: en
      version: v2
    - question: Does it make coffee?
      mustRefuse: true                   # refused, or marked as uncertain

version, language and top may also stand beside questions, for all of them. A question without any of
these fields must be answered.`,
  async run(values, positionals) {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('Name one file of questions.');
    return values.propose ? propose(file, values) : test(file, values);
  },
});

async function test(file: string, values: TestValues): Promise<number> {
  if (values.project !== undefined) throw new UsageError('--project requires --propose.');
  if (values['only-new-failures'] && values.last === undefined)
    throw new UsageError('--only-new-failures requires --last.');
  const read = readQuestionFile(file).questions;
  const last = values.last === undefined ? null : readLastRun(values.last);
  const { version, language } = values;
  // Those of the command line are for questions that name none.
  const questions = read.map((one) => ({ version, language, ...one }));
  const documentation = await openDocumentation(values);
  const start = performance.now();
  let reports: QuestionReport[];
  try {
    reports = await askQuestions(questions, {
      ...askOptions(documentation, values),
      onReport(report) {
        if (!values.json) process.stdout.write(describeQuestion(file, report));
      },
    });
  } finally {
    await documentation.close();
  }
  const run = summarize(reports, Math.round(performance.now() - start) / 1000, last);
  process.stdout.write(values.json ? toJsonLine(run) : describeRun(run));
  if (values.junit !== undefined) writeFileSync(values.junit, writeJunit(file, run));
  const isBad =
    values['only-new-failures'] && last !== null ? hasNewFailure(run) : run.failed + run.errors > 0;
  // A run that is compared by its new failures must not make them old ones.
  if (values.last !== undefined && !(values['only-new-failures'] && last !== null && isBad))
    writeFileSync(values.last, toJsonLine(run));
  return isBad ? 1 : 0;
}

function askOptions(
  { client }: Documentation,
  values: Pick<TestValues, 'search-only' | 'parallel' | 'timeout'>,
): AskOptions {
  return {
    source: client,
    searchOnly: values['search-only'],
    parallel: values.parallel,
    timeout: values.timeout * 1000,
  };
}

function summarize(
  questions: readonly QuestionReport[],
  seconds: number,
  last: ReturnType<typeof readLastRun>,
): RunReport {
  const count = (result: QuestionReport['result']) =>
    questions.filter((report) => report.result === result).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    errors: count('error'),
    skipped: count('skipped'),
    seconds,
    difference: last && compareRuns(last, questions),
    questions,
  };
}

function hasNewFailure({ questions, difference }: RunReport): boolean {
  const added = new Set(difference!.added);
  return (
    difference!.broken.length > 0 ||
    questions.some(({ question, result }) => added.has(question) && /^(?:failed|error)$/.test(result))
  );
}

async function propose(file: string, values: TestValues): Promise<number> {
  const before = existsSync(file) ? readFileSync(file) : null;
  const proposals = new ProposalFile(file);
  const left =
    values.dir === undefined
      ? await proposeFromInsights(proposals, values)
      : await proposeFromHeadings(proposals, values);
  if (proposals.added > 0 || before === null) proposals.write();
  printStatus(
    `${file}: ${proposals.added} questions added${left > 0 ? `, ${left} headings left out that do not find their section` : ''}`,
  );
  return proposals.added > 0 ? 0 : 1;
}

async function proposeFromInsights(proposals: ProposalFile, values: TestValues): Promise<number> {
  const { endpoint, project, version, language } = values;
  if (endpoint === undefined || project === undefined)
    throw new UsageError('--propose requires --dir, or --endpoint with --project.');
  const insights = await openAdminClient({ endpoint, project }).getInsights({
    limit: values.questions,
    ...(version !== undefined && { version }),
    ...(language !== undefined && { language }),
  });
  for (const one of questionsFromInsights(insights.missing)) addTo(proposals, one, values.questions);
  return 0;
}

/** @returns headings that do not find their own section, which are no tests */
async function proposeFromHeadings(proposals: ProposalFile, values: TestValues): Promise<number> {
  const documentation = await openDocumentation(values);
  const options = { ...askOptions(documentation, values), searchOnly: true };
  let left = 0;
  try {
    for await (const one of questionsFromHeadings(documentation.pages!)) {
      if (proposals.added === values.questions || !proposals.hasRoom) break;
      if (proposals.has(one) || !isIn(one, values)) continue;
      const { question, mustFind, version, language } = one.written;
      const asked = {
        question,
        mustFind: [mustFind ?? []].flat(),
        mustCite: [],
        mustContain: [],
        mustNotContain: [],
        mustRefuse: false,
        top: 5,
        version,
        language,
        line: 1,
      };
      const [report] = await askQuestions([asked], options);
      if (report!.result === 'passed') addTo(proposals, one, values.questions);
      else left++;
    }
  } finally {
    await documentation.close();
  }
  return left;
}

function addTo(proposals: ProposalFile, one: ProposedQuestion, most: number): void {
  if (proposals.added < most && proposals.hasRoom && !proposals.has(one)) proposals.add(one);
}

/** Whether a question is of the version and language that the command line names. */
function isIn({ written }: ProposedQuestion, { version, language }: TestValues): boolean {
  return (
    (version === undefined || (written.version ?? version) === version) &&
    (language === undefined || (written.language ?? language) === language)
  );
}
