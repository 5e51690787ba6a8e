import { createFake } from '../fake/create-fake.ts';
import { describeScenarios, findScenario } from '../fake/scenarios.ts';
import { closeOnSignal } from '../node/serve-handler.ts';
import { DEFAULT_HOST, MAX_PORT } from './defaults.ts';
import { defineCommand, printResult } from './define-command.ts';
import { listen } from './listen.ts';
import { LOCALHOST_ORIGINS } from './site-options.ts';
import { readOrigin, readWholeNumber, UsageError } from './read-option.ts';

const HELP = `Usage: docs-assistant fake [options]

Answers questions and searches by a script, for testing a page: no documentation is read and no model called. Every answer says
that it is a fake. All domains and projects are there, and no key is required.

A question or a search asks for a scenario by a word of it ("a table, please"), a program also by the header X-Fake-Scenario:

${describeScenarios('  ')}
Options:
  --port PORT            port to listen on; 0 takes a free one (default 8790)
  --host HOST            address to listen on (default ${DEFAULT_HOST}: this machine only)
  --site ORIGIN          site whose pages may read the answers, besides those on localhost; may be repeated
  --delay MS             milliseconds before each piece of an answer (default 20)
  --scenario NAME        scenario of the requests that ask for none (default answer)
  --key KEY              require this key for questions and searches; with --admin-key
  --admin-key KEY        require this key for agent jobs and updates; with --key
  --json                 print JSON, one object a line
  --help                 this text
`;

/** Maximum --delay, in milliseconds. */
const MAX_DELAY = 60_000;

/** `docs-assistant fake` */
export const command = defineCommand({
  help: HELP,
  options: {
    port: { type: 'string', default: '8790' },
    host: { type: 'string', default: DEFAULT_HOST },
    site: { type: 'string', multiple: true },
    delay: { type: 'string', default: '20' },
    scenario: { type: 'string', default: 'answer' },
    key: { type: 'string' },
    'admin-key': { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  async run(values, positionals) {
    if (positionals.length > 0) throw new UsageError('fake takes options only.');
    const { scenario, host, key, 'admin-key': adminKey } = values;
    if (findScenario(scenario) === undefined) throw new UsageError(`There is no scenario "${scenario}".`);
    if (!key !== !adminKey) throw new UsageError('--key and --admin-key go together.');
    const sites = (values.site ?? []).map((site) => readOrigin('--site', site));
    const fake = createFake({
      origins: [...LOCALHOST_ORIGINS, ...sites],
      delay: readWholeNumber('--delay', values.delay, MAX_DELAY),
      scenario,
      ...(key && adminKey && { keys: { assistant: key, admin: adminKey } }),
    });
    const port = readWholeNumber('--port', values.port, MAX_PORT);
    const server = await listen(fake, { port, host, closeWithin: 0 });
    closeOnSignal(() => server.close());
    printResult(
      values.json,
      { listening: server.url, fake: true },
      `listening on ${server.url}
This is a fake: its answers are scripted. In a page: endpoint="${server.url}" domain="docs". The scenarios: ${server.url}/
`,
    );
    return 0;
  },
});
