import { createFake } from '../fake/create-fake.ts';
import { describeScenarios, findScenario } from '../fake/scenarios.ts';
import { closeOnSignal } from '../node/serve-handler.ts';
import { defineCommand, printResult } from './define-command.ts';
import { listen } from './listen.ts';
import { OPTIONS } from './options.ts';
import { LOCALHOST_ORIGINS } from './site-options.ts';
import { pick, readOrigin, UsageError } from './read-option.ts';

/** `docs-assistant fake` */
export const command = defineCommand({
  usage: ['fake [options]'],
  about: `Answers questions and searches by a script, for testing a page: no documentation is read and no model
called. Every answer says that it is a fake. All domains and projects are there, and no key is
required.

A question or a search asks for a scenario by a word of it ("a table, please"), a program also by the
header X-Fake-Scenario:

${describeScenarios('  ')}`,
  options: {
    port: { ...OPTIONS.port, setting: undefined, variable: undefined, default: 8790 },
    host: { ...OPTIONS.host, setting: undefined, variable: undefined },
    site: {
      value: 'ORIGIN',
      about: 'site whose pages may read the answers, besides those on localhost',
      repeatable: true,
      read: readOrigin,
    },
    ...pick(OPTIONS, 'delay', 'scenario'),
    key: { value: 'KEY', about: 'require this key for questions and searches; with --admin-key' },
    'admin-key': { value: 'KEY', about: 'require this key for agent jobs and updates; with --key' },
    json: OPTIONS.json,
  },
  async run(values, positionals) {
    if (positionals.length > 0) throw new UsageError('fake takes options only.');
    const { scenario, host, port, delay, site = [], key, 'admin-key': adminKey } = values;
    if (findScenario(scenario) === undefined) throw new UsageError(`There is no scenario "${scenario}".`);
    if (!key !== !adminKey) throw new UsageError('--key and --admin-key go together.');
    const fake = createFake({
      origins: [...LOCALHOST_ORIGINS, ...site],
      delay,
      scenario,
      ...(key && adminKey && { keys: { assistant: key, admin: adminKey } }),
    });
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
