import { styleText } from 'node:util';
import { runConformance, type CheckReport } from '../conformance/run-conformance.ts';
import { PROFILES, type TargetOptions } from '../conformance/target.ts';
import { cleanLine, toJsonLine } from './terminal-text.ts';
import { defineCommand } from './define-command.ts';
import { OPTIONS, VARIABLES } from './options.ts';
import { pick, readBaseAddress, UsageError, type OptionTable, type OptionValues } from './read-option.ts';

const OPTIONS_OF_CHECKS = {
  domain: { value: 'NAME', about: 'domain identifier of the documentation' },
  profile: {
    value: 'NAME',
    about: 'whose sentences are checked, contract or platform',
    choices: PROFILES,
    default: 'contract',
  },
  ...pick(OPTIONS, 'key', 'public', 'origin', 'query', 'question'),
  version: { value: 'NAME', about: 'version that is there, for the check of the filter' },
  language: { value: 'TAG', about: 'language that is there, for the same' },
  accept: OPTIONS.accept,
  project: {
    value: 'ID',
    about: 'reads the agent jobs of this project; requires the admin key',
  },
  ...pick(OPTIONS, 'admin-key', 'admin-url', 'update', 'start-update', 'limit', 'timeout', 'max-bytes'),
  json: { about: 'print one JSON object' },
} as const satisfies OptionTable;

/** `docs-assistant conformance URL` */
export const command = defineCommand({
  usage: ['conformance URL --domain NAME [options]'],
  about: `Runs the contract of the API against a server that claims it, and prints a row for each check. URL is
its base address, without /v1. Only the contract decides: what it leaves open is no check. With
--profile platform, what the hosted platform's public documentation says decides. Four questions are
asked (six of the platform), and four more that have to be refused. Nothing is changed unless --start-update
says so. The exit code is 1 when a check fails.`,
  options: OPTIONS_OF_CHECKS,
  variables: pick(VARIABLES, 'DOCS_ASSISTANT_KEY', 'DOCS_ADMIN_KEY'),
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

function readOptions(
  values: OptionValues<typeof OPTIONS_OF_CHECKS>,
  positionals: readonly string[],
): TargetOptions {
  const [url, ...rest] = positionals;
  const {
    domain,
    profile,
    version,
    language,
    accept,
    project = null,
    update,
    query,
    question,
    origin,
    limit,
  } = values;
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
    adminUrl: adminUrl && new URL(adminUrl).href,
    domain,
    profile,
    key: readHeader('--key', values.key ?? process.env['DOCS_ASSISTANT_KEY']),
    adminKey: readHeader('--admin-key', values['admin-key'] ?? process.env['DOCS_ADMIN_KEY']),
    projectId: project,
    isPublic: values.public,
    startsUpdate,
    statusId: update,
    origin,
    limit,
    query,
    question,
    filter,
    accept: readHeader('--accept', accept) ?? '*/*',
    timeout: values.timeout * 1000,
    maxBytes: values['max-bytes'],
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
