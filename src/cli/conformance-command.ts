import { styleText } from 'node:util';
import { runConformance, type CheckReport } from '../conformance/run-conformance.ts';
import type { TargetOptions } from '../conformance/target.ts';
import { cleanLine, toJsonLine } from './terminal-text.ts';
import { defineCommand, type OptionValues } from './define-command.ts';
import { readBaseAddress, readOrigin, readWholeNumber, UsageError } from './read-option.ts';

const HELP = `Usage: docs-assistant conformance URL --domain NAME [options]

Runs the contract of the API against a server that claims it, and prints a row for each check. URL is its base address, without /v1.
Only the contract decides: what it leaves open is no check. Four questions are asked, and four more that have to be refused. Nothing
is changed unless --start-update says so. The exit code is 1 when a check fails.

Options:
  --domain NAME          domain identifier of the documentation
  --key KEY              API key of questions and searches (default: DOCS_ASSISTANT_KEY)
  --public               a proxy for pages: the API without the keys
  --origin ORIGIN        origin of the page that the requests come from; checks that its browser may read the answers
  --query TEXT           search that finds something (default "install")
  --question TEXT        question that the documentation answers (default "How do I get started?")
  --version NAME, --language TAG
                         version and language that are there, for the check of the filter
  --accept TYPES         header Accept of questions (default: both stream formats)
  --project ID           reads the agent jobs of this project; requires the admin key
  --admin-key KEY        API key of agent jobs and updates (default: DOCS_ADMIN_KEY)
  --admin-url URL        base address of agent jobs and updates, if it is another
  --update ID            reads the status of this deployment update
  --start-update         starts a deployment update, and reads its status
  --limit N              the server was set to answer N questions at most: asks until it refuses one
  --timeout SECONDS      longest time of a request until its answer has ended (default 30)
  --max-bytes N          most bytes of an answer that are read (default 16000000)
  --json                 print one JSON object
  --help                 this text

Environment:
  DOCS_ASSISTANT_KEY     API key of questions and searches
  DOCS_ADMIN_KEY         API key of agent jobs and updates
`;

/** Maximum --timeout, in seconds. */
const MAX_TIMEOUT = 600;
/** Largest --limit: each is a question. */
const MAX_LIMIT = 1000;
/** Largest --max-bytes: an answer is kept in memory. */
const MAX_BYTES = 256_000_000;

const OPTIONS = {
  domain: { type: 'string' },
  key: { type: 'string' },
  public: { type: 'boolean', default: false },
  origin: { type: 'string' },
  query: { type: 'string', default: 'install' },
  question: { type: 'string', default: 'How do I get started?' },
  version: { type: 'string' },
  language: { type: 'string' },
  accept: { type: 'string', default: 'text/event-stream, text/plain, application/json' },
  project: { type: 'string' },
  'admin-key': { type: 'string' },
  'admin-url': { type: 'string' },
  update: { type: 'string' },
  'start-update': { type: 'boolean', default: false },
  limit: { type: 'string' },
  timeout: { type: 'string', default: '30' },
  'max-bytes': { type: 'string', default: '16000000' },
  json: { type: 'boolean', default: false },
} as const;

/** `docs-assistant conformance URL` */
export const command = defineCommand({
  help: HELP,
  options: OPTIONS,
  async run(values, positionals) {
    const options = readOptions(values, positionals);
    const reports: CheckReport[] = [];
    for await (const report of runConformance(options)) {
      reports.push(report);
      if (!values.json) process.stdout.write(describeReport(report));
    }
    const count = (result: CheckReport['result']) =>
      reports.filter((report) => report.result === result).length;
    const counts = { passed: count('pass'), failed: count('fail'), skipped: count('skipped') };
    const { passed, failed, skipped } = counts;
    process.stdout.write(
      values.json
        ? toJsonLine({ url: options.url, ...counts, checks: reports })
        : `\n${reports.length} checks: ${passed} passed, ${failed} failed, ${skipped} skipped\n`,
    );
    return failed > 0 ? 1 : 0;
  },
});

function readOptions(values: OptionValues<typeof OPTIONS>, positionals: readonly string[]): TargetOptions {
  const [url, ...rest] = positionals;
  const { domain, version, language, accept, project = null, update, query, question } = values;
  if (url === undefined || rest.length > 0) throw new UsageError('Write the base address of one server.');
  if (!domain) throw new UsageError('Name the documentation with --domain.');
  const startsUpdate = values['start-update'];
  if ((startsUpdate || update !== undefined) && project === null)
    throw new UsageError('--update and --start-update require --project.');
  if (startsUpdate && update !== undefined) throw new UsageError('Use --update or --start-update, not both.');
  if (values.public && (values.key !== undefined || values['admin-key'] !== undefined))
    throw new UsageError('With --public no key is sent. Leave out --key and --admin-key.');
  const adminUrl = values['admin-url'];
  const filter =
    version === undefined && language === undefined
      ? null
      : { ...(version !== undefined && { version }), ...(language !== undefined && { language }) };
  return {
    url: new URL(readBaseAddress('URL', url)).href,
    adminUrl: adminUrl === undefined ? undefined : new URL(readBaseAddress('--admin-url', adminUrl)).href,
    domain,
    key: readHeader('--key', values.key ?? process.env['DOCS_ASSISTANT_KEY']),
    adminKey: readHeader('--admin-key', values['admin-key'] ?? process.env['DOCS_ADMIN_KEY']),
    projectId: project,
    isPublic: values.public,
    startsUpdate,
    statusId: update,
    origin: values.origin === undefined ? undefined : readOrigin('--origin', values.origin),
    limit: values.limit === undefined ? undefined : readWholeNumber('--limit', values.limit, MAX_LIMIT, 1),
    query,
    question,
    filter,
    accept: readHeader('--accept', accept) ?? '*/*',
    timeout: readWholeNumber('--timeout', values.timeout, MAX_TIMEOUT, 1) * 1000,
    maxBytes: readWholeNumber('--max-bytes', values['max-bytes'], MAX_BYTES, 1),
  };
}

/** @returns `null` for a value that is empty or not given */
function readHeader(name: string, value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  // Do not print it: it may be a key.
  if (!/^[\x20-\x7e]+$/.test(value)) throw new UsageError(`${name} has characters that no header can have.`);
  return value;
}

function describeReport({ name, result, contract, expected, seen }: CheckReport): string {
  const line = (label: string, text: string) => `          ${label.padEnd(9)} ${cleanLine(text)}\n`;
  const colour = ({ pass: 'green', fail: 'red', skipped: 'dim' } as const)[result];
  const head = `${styleText(colour, result.padEnd(8))}  ${name.padEnd(28)}`;
  if (result !== 'fail') return `${head}  ${cleanLine(seen)}\n`;
  return `${head.trimEnd()}\n${line('contract', contract)}${line('expected', expected)}${line('seen', seen)}`;
}
