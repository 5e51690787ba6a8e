import { styleText } from 'node:util';
import { cleanLine } from '../terminal-text.ts';
import type { QuestionReport } from './ask-questions.ts';
import type { RunDifference, RunReport } from './compare-runs.ts';

const COLOURS = { passed: 'green', failed: 'red', error: 'red', skipped: 'dim' } as const;
/** Questions of a kind that the difference to the last run lists. */
const LISTED = 20;

/** Describe a question for people: what passed in a line, what did not with its place and reasons. */
export function describeQuestion(file: string, report: QuestionReport): string {
  const { question, line, result, problems, version, language } = report;
  const head = `${styleText(COLOURS[result], result.padEnd(7))}  ${cleanLine(question)}\n`;
  if (problems.length === 0) return head;
  const scope = [version, language].filter(Boolean).join(', ');
  const place = `${file}:${line}${scope && ` (${scope})`}`;
  return head + [place, ...problems].map((one) => `         ${cleanLine(one)}\n`).join('');
}

/** Describe a run for people, after its questions. */
export function describeRun({
  questions,
  passed,
  failed,
  errors,
  skipped,
  seconds,
  difference,
}: RunReport): string {
  const counts = [
    `${passed} passed`,
    `${failed} failed`,
    ...(errors > 0 ? [`${errors} with an error`] : []),
    ...(skipped > 0 ? [`${skipped} skipped, which need an answer`] : []),
  ];
  return `\n${questions.length} questions in ${seconds.toFixed(1)} s: ${counts.join(', ')}\n${
    difference === null ? '' : describeDifference(difference)
  }`;
}

function describeDifference({ broken, repaired, changed, added, removed }: RunDifference): string {
  const lists = Object.entries({
    'passed in the last run, and does not now': broken,
    'did not pass in the last run, and does now': repaired,
    'has another first page or certainty than in the last run': changed,
    'is new': added,
    'is gone': removed,
  }).filter(([, list]) => list.length > 0);
  if (lists.length === 0) return 'As in the last run.\n';
  return lists
    .map(([what, list]) => {
      const rows = list.slice(0, LISTED).map((question) => `  ${cleanLine(question)}\n`);
      const more = list.length > LISTED ? `  and ${list.length - LISTED} more\n` : '';
      return `\n${list.length} ${what}:\n${rows.join('')}${more}`;
    })
    .join('');
}

/** Characters that XML cannot have, and other controls. */
const NOT_XML = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;

/** Write a run in the XML of JUnit, which CI systems read. */
export function writeJunit(file: string, { questions, failed, errors, skipped, seconds }: RunReport): string {
  const counts = `tests="${questions.length}" failures="${failed}" errors="${errors}" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${escape(file)}" ${counts}>
${questions.map((one) => testcase(file, one)).join('')}  </testsuite>
</testsuites>
`;
}

function testcase(
  file: string,
  { question, line, result, problems, version, language, seconds }: QuestionReport,
): string {
  const scope = [version, language].filter(Boolean).join(', ');
  const name = escape(`${question}${scope && ` (${scope})`}`);
  const head = `    <testcase classname="${escape(file)}" name="${name}" file="${escape(file)}" line="${line}" time="${seconds.toFixed(3)}"`;
  if (result === 'passed') return `${head}/>\n`;
  const [first = ''] = problems;
  const kind = { failed: 'failure', error: 'error', skipped: 'skipped' }[result];
  const body =
    result === 'skipped'
      ? '<skipped/>'
      : `<${kind} message="${escape(first)}">${escape(`${file}:${line}\n${problems.join('\n')}`)}</${kind}>`;
  return `${head}>${body}</testcase>\n`;
}

function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(NOT_XML, '\ufffd')
    .replace(/[&<>"\n\t\r]/g, (character) => `&#${character.codePointAt(0)!};`);
}
