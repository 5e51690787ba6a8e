import { parseArgs, type ParseArgsConfig } from 'node:util';
import { toJsonLine } from './terminal-text.ts';

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
      const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
      return run(values, positionals);
    },
  };
}

/** Print the result of a command: as JSON with `--json`, else as text. */
export function printResult(asJson: boolean, result: unknown, text: string): void {
  process.stdout.write(asJson ? toJsonLine(result) : text);
}
