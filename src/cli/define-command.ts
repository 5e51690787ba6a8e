import { parseArgs, type ParseArgsConfig } from 'node:util';
import { editDistance } from '../engine/words/spelling.ts';
import { toJsonLine } from './terminal-text.ts';
import { UsageError } from './usage-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Values of options, as parsed by `parseArgs`. */
export type OptionValues<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given }>>['values'];

interface CommandDefinition<Given extends Options> {
  /** Text of `--help`. */
  help: string;
  options: Given;
  /** @returns the exit code */
  run(values: OptionValues<Given>, positionals: string[]): Promise<number>;
}

/** A command of `run.ts`. */
export interface Command {
  readonly help: string;
  readonly options: Readonly<Options>;
  /**
   * @returns the exit code
   * @throws UsageError, or an error of `parseArgs`, when the arguments are invalid
   */
  run(args: string[]): Promise<number>;
}

/** Create a command from its help, its options and its action. */
export function defineCommand<const Given extends Options>({
  help,
  options,
  run,
}: CommandDefinition<Given>): Command {
  return {
    help,
    options,
    run(args) {
      const { values, positionals } = parse(args, options);
      return run(values, positionals);
    },
  };
}

/** @throws UsageError, or an error of `parseArgs` */
function parse<const Given extends Options>(args: string[], options: Given) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [option, name] = /(?<=')-+([^']+)/.exec(message) ?? [];
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || name === undefined) throw error;
    const nearest = Object.keys(options).find((known) => editDistance(name, known, 2) <= 2);
    throw new UsageError(
      `There is no option ${option}.${nearest === undefined ? '' : ` Is it --${nearest}?`}`,
    );
  }
}

/** Print the result of a command: as JSON with `--json`, else as text. */
export function printResult(asJson: boolean, result: unknown, text: string): void {
  process.stdout.write(asJson ? toJsonLine(result) : text);
}
