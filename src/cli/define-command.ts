import { parseArgs } from 'node:util';
import { RequestFailure } from '../protocol/failures/failure.ts';
import { editDistance } from '../engine/words/spelling.ts';
import {
  readOption,
  UsageError,
  type Option,
  type OptionTable,
  type OptionValues,
  type VariableTable,
} from './read-option.ts';
import { cleanLine, toJsonLine } from './terminal-text.ts';

/** What the help of a command is made from. */
export interface CommandDescription {
  /** Arguments of each way to call it: `key list [options]`. */
  readonly usage: readonly string[];
  /** Paragraphs between empty lines. One that begins with a space keeps its lines. */
  readonly about: string;
  readonly options: OptionTable;
  readonly variables?: VariableTable;
  /** Paragraphs at the end. */
  readonly notes?: string;
}

interface CommandDefinition<Given extends OptionTable> extends CommandDescription {
  readonly options: Given;
  /** @returns the exit code */
  run(values: OptionValues<Given>, positionals: string[]): Promise<number>;
}

/** A command of `run.ts`. */
export interface Command {
  readonly help: string;
  readonly options: OptionTable;
  /** Those of its options, and others. */
  readonly variables: readonly string[];
  /**
   * @returns the exit code
   * @throws UsageError, or an error of `parseArgs`, when the arguments are invalid
   */
  run(args: string[]): Promise<number>;
}

/** Create a command from its options, what its help says beside them, and its action. */
export function defineCommand<const Given extends OptionTable>(
  definition: CommandDefinition<Given>,
): Command {
  const { options, variables = {} } = definition;
  const ofOptions = Object.values<Option>(options).flatMap(({ variable = [] }) => variable);
  return {
    get help() {
      return describeHelp(definition);
    },
    options,
    variables: [...ofOptions, ...Object.keys(variables)],
    async run(args) {
      const { values, positionals } = parse(args, options);
      const read = mapValues(options, (option, name) => readOption(name, option, values[name]));
      try {
        return await definition.run(read as OptionValues<Given>, positionals);
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error;
        const [key] = Object.keys(variables).filter((name) => name.endsWith('_KEY'));
        throw describeFailure(error, read['endpoint'], key);
      }
    },
  };
}

/**
 * Say which address failed, when to try again, and where a key is read that is refused: several services may be meant, and a typing error
 * is in the address.
 */
function describeFailure(failure: RequestFailure, endpoint: unknown, keyVariable: string | undefined): Error {
  const { message, retryAfter, status } = failure;
  const key = status === 401 && keyVariable ? ` It is read from ${keyVariable}.` : '';
  const isNamed = typeof endpoint !== 'string' || message.includes(new URL(endpoint).origin);
  const wait = retryAfter === undefined ? '' : ` Try again in ${retryAfter} seconds.`;
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return new Error(cleanLine(`${isNamed ? '' : `${endpoint}: `}${sentence}${key}${wait}`), {
    cause: failure,
  });
}

/** @throws UsageError, or an error of `parseArgs` */
function parse(args: string[], options: OptionTable) {
  const known = mapValues(options, ({ value, repeatable = false }) => ({
    type: value === undefined ? ('boolean' as const) : ('string' as const),
    multiple: repeatable,
  }));
  try {
    return parseArgs({ args, allowPositionals: true, options: known });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [option, name] = /(?<=')-+([^']+)/.exec(message) ?? [];
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || name === undefined) throw error;
    const nearest = Object.keys(options).find((other) => editDistance(name, other, 2) <= 2);
    throw new UsageError(
      `There is no option ${option}.${nearest === undefined ? '' : ` Is it --${nearest}?`}`,
    );
  }
}

/** Maximum of columns of the help. */
const COLUMNS = 100;

type Row = readonly [name: string, about: string];

/** Write the text of `--help`. */
function describeHelp({ usage, about, options, variables = {}, notes }: CommandDescription): string {
  const rows = Object.entries(options).map(([name, option]) => ({
    heading: option.heading ?? 'Options',
    row: describeOption(name, option),
  }));
  rows.push({ heading: 'Options', row: ['--help', 'this text'] });
  const width = widthOf(rows.map(({ row }) => row));
  const lists = Array.from(
    Map.groupBy(rows, ({ heading }) => heading),
    ([heading, list]) => `${heading}:\n${list.map(({ row }) => describeRow(row, width)).join('')}`,
  );
  const environment: Row[] = [
    ...Object.entries(options).flatMap(([name, { variable }]): Row[] =>
      variable === undefined ? [] : [[variable, `as --${name}`]],
    ),
    ...Object.entries(variables).map(([name, variable]): Row => [name, variable.about]),
  ];
  const read = environment.map((row) => describeRow(row, widthOf(environment))).join('');
  return [
    usage.map((line, index) => `${index === 0 ? 'Usage:' : '      '} docs-assistant ${line}\n`).join(''),
    ...describeParagraphs(about),
    ...lists,
    ...(read === '' ? [] : [`Environment:\n${read}`]),
    ...describeParagraphs(notes ?? ''),
  ].join('\n');
}

function describeOption(name: string, { value, about, repeatable, default: given = '' }: Option): Row {
  const end = given === '' || about.includes('(default') ? '' : ` (default ${given})`;
  return [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    `${about.replaceAll('`', '')}${end}${repeatable ? '; may be repeated' : ''}`,
  ];
}

function widthOf(rows: readonly Row[]): number {
  return Math.max(...rows.map(([name]) => name.length)) + 4;
}

function describeRow([name, about]: Row, width: number): string {
  const lines = wrap(about, COLUMNS - width);
  return `${`  ${name}`.padEnd(width)}${lines.join(`\n${' '.repeat(width)}`)}\n`;
}

function describeParagraphs(text: string): string[] {
  return text
    .split('\n\n')
    .filter((paragraph) => paragraph.trim() !== '')
    .map((one) => (one.startsWith(' ') ? `${one.trimEnd()}\n` : `${wrap(one, COLUMNS).join('\n')}\n`));
}

/** Break a text into lines between words. */
function wrap(text: string, width: number): string[] {
  return text.replaceAll(/\s+/g, ' ').match(new RegExp(`\\S.{0,${width - 1}}(?= |$)|\\S+`, 'g')) ?? [];
}

function mapValues<Value, Result>(
  table: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, change(value, name)]));
}

/** Print the result of a command: as JSON with `--json`, else as text. */
export function printResult(asJson: boolean, result: unknown, text: string): void {
  process.stdout.write(asJson ? toJsonLine(result) : text);
}
