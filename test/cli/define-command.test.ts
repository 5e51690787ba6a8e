import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineCommand } from '../../src/cli/define-command.ts';
import { ANSWER_VARIABLES, OPTIONS, VARIABLES } from '../../src/cli/options.ts';
import { pick, readOrigin, type OptionValues, type OptionTable } from '../../src/cli/read-option.ts';
import { COMMANDS } from '../../src/cli/run.ts';

const commands = await Promise.all(
  Array.from(COMMANDS, async ([name, load]) => ({ name, ...(await load()).command })),
);

const GIVEN = {
  port: { value: 'PORT', about: 'a port', range: [1, 99], variable: 'TEST_OPTION_PORT', default: 80 },
  host: { value: 'HOST', about: 'a host', variable: 'TEST_OPTION_HOST', setting: 'host', default: 'here' },
  form: { value: 'FORM', about: 'a form', choices: ['text', 'json'] },
  site: { value: 'ORIGIN', about: 'a site', repeatable: true, read: readOrigin },
  name: { value: 'NAME', about: 'a `name`' },
  quiet: { about: 'say nothing' },
} as const satisfies OptionTable;

/** Return the values that a command with these options gets. */
async function read(
  args: string[],
  environment: Record<string, string> = {},
): Promise<OptionValues<typeof GIVEN>> {
  Object.assign(process.env, environment);
  let values: OptionValues<typeof GIVEN> | undefined;
  try {
    await defineCommand({
      usage: ['test'],
      about: '',
      options: GIVEN,
      async run(given) {
        values = given;
        return 0;
      },
    }).run(args);
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
  }
  return values!;
}

describe('the options of a command', () => {
  it('have their defaults, and none where a setting has one', async () => {
    const { port, host, form, site, name, quiet } = await read([]);
    assert.deepEqual(
      [port, host, form, site, name, quiet],
      [80, undefined, undefined, undefined, undefined, false],
    );
  });

  it('are read by their kind', async () => {
    const args = ['--port', '8', '--form', 'json', '--site', 'https://a.example/', '--name=', '--quiet'];
    const { host: _, ...values } = await read([...args, '--site', 'https://b.example']);
    assert.deepEqual(values, {
      port: 8,
      form: 'json',
      site: ['https://a.example', 'https://b.example'],
      name: '',
      quiet: true,
    });
  });

  it('take precedence over their variables, which take precedence over defaults', async () => {
    const environment = { TEST_OPTION_PORT: '9', TEST_OPTION_HOST: 'there' };
    const inherited = await read([], environment);
    assert.deepEqual([inherited.port, inherited.host], [9, 'there']);
    const given = await read(['--port', '8', '--host', 'mine'], environment);
    assert.deepEqual([given.port, given.host], [8, 'mine']);
    assert.equal((await read([], { TEST_OPTION_PORT: '' })).port, 80, 'an empty one is none');
  });

  it('count as they are given last where they cannot be repeated', async () => {
    assert.equal((await read(['--port', '8', '--port', '9'])).port, 9);
  });

  const wrong: [args: string[], message: RegExp, environment?: Record<string, string>][] = [
    [['--colour'], /^There is no option --colour\.$/],
    [['--prot', '1'], /^There is no option --prot\. Is it --port\?$/],
    [['--port'], /^Option '--port <value>' argument missing/],
    [['--quiet=yes'], /^Option '--quiet' does not take an argument/],
    [['--port', '0'], /^--port takes a whole number from 1 to 99, not "0"\.$/],
    [['--port', '100'], /^--port takes a whole number from 1 to 99, not "100"\.$/],
    [['--port', '1.5'], /^--port takes a whole number/],
    [['--port', ''], /^--port takes a whole number/],
    [[], /^TEST_OPTION_PORT takes a whole number from 1 to 99, not "x"\.$/, { TEST_OPTION_PORT: 'x' }],
    [['--form', 'xml'], /^--form must be text or json\.$/],
    [['--site', 'https://a.example', '--site', 'b'], /^--site takes the address of a site/],
  ];
  for (const [args, message, environment] of wrong) {
    it(`are refused as ${args.join(' ') || 'a variable'}`, async () => {
      await assert.rejects(async () => read(args, environment), { message });
    });
  }
});

describe('the help of a command', () => {
  for (const { name, help, options, variables } of commands) {
    it(`fits a terminal, and has a row for each option and each variable: ${name}`, () => {
      const lines = help.split('\n');
      assert.deepEqual(
        lines.filter((line) => line.length > 100 || line.endsWith(' ')),
        [],
      );
      const rows = Object.entries(options).map(([option, { value }]) =>
        value === undefined ? `--${option}` : `--${option} ${value}`,
      );
      for (const row of [...rows, ...variables])
        assert.equal(lines.filter((line) => line.startsWith(`  ${row}  `)).length, 1, row);
      const columns = lines
        .filter((line) => /^ {2}--\S/.test(line))
        .map((line) => /^ {2}\S.*? {2,}/.exec(line)![0].length);
      assert.equal(new Set(columns).size, 1, 'aligned');
    });

    it(`tells each default: ${name}`, () => {
      const text = help.replaceAll(/\s+/g, ' ');
      for (const [option, { default: given, about }] of Object.entries(options)) {
        if (given === undefined || given === '' || about.includes('(default')) continue;
        assert.ok(text.includes(`${about.replaceAll('`', '')} (default ${given})`), option);
      }
    });
  }

  it('has nothing of the tables that no command takes', () => {
    const taken = new Set(commands.flatMap(({ options }) => Object.keys(options)));
    assert.deepEqual(
      Object.keys(OPTIONS).filter((name) => !taken.has(name)),
      [],
    );
    const read = new Set(commands.flatMap(({ variables }) => variables));
    assert.deepEqual(
      Object.keys({ ...ANSWER_VARIABLES, ...VARIABLES }).filter((name) => !read.has(name)),
      [],
    );
  });

  it('names its options in the order of the command, and what else it says after them', () => {
    const { help } = defineCommand({
      usage: ['test DIR [options]', 'test --port PORT'],
      about: `A long text
that is broken anew.

  kept
  lines`,
      options: pick(GIVEN, 'site', 'name', 'port'),
      variables: { TEST_OTHER: { about: 'another' } },
      notes: 'The end.',
      run: () => Promise.resolve(0),
    });
    assert.equal(
      help,
      `Usage: docs-assistant test DIR [options]
       docs-assistant test --port PORT

A long text that is broken anew.

  kept
  lines

Options:
  --site ORIGIN  a site; may be repeated
  --name NAME    a name
  --port PORT    a port (default 80)
  --help         this text

Environment:
  TEST_OPTION_PORT  as --port
  TEST_OTHER        another

The end.
`,
    );
  });
});
