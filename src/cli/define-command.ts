import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Values of options, as `parseArgs` reads them. */
export type OptionValues<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given }>>['values'];

interface CommandDefinition<Given extends Options> {
  /** What `--help` prints. */
  help: string;
  options: Given;
  /** @returns the exit code */
  run(values: OptionValues<Given>, positionals: string[]): Promise<number>;
}

/** A command as `run.ts` calls it. */
export interface Command {
  readonly help: string;
  /** @returns the exit code. @throws UsageError, or an error of `parseArgs`, when the arguments cannot be meant */
  run(args: string[]): Promise<number>;
}

/** Make a command of its help, its options and what it does with their values. */
export function defineCommand<const Given extends Options>({
  help,
  options,
  run,
}: CommandDefinition<Given>): Command {
  return {
    help,
    run(args) {
      const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
      return run(values, positionals);
    },
  };
}

/** Print the result of a command: for programs with `--json`, else for people. */
export function printResult(asJson: boolean, result: unknown, text: string): void {
  process.stdout.write(asJson ? `${JSON.stringify(result)}\n` : text);
}
