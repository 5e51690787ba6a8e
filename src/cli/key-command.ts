import { addKey, MAX_LABEL_CHARACTERS } from '../service/keys/api-key.ts';
import { openServiceStore } from '../service/storage/open-store.ts';
import type { KeyRecord, KeyStore } from '../service/storage/service-store.ts';
import { defineCommand, printResult } from './define-command.ts';
import { printStatus } from './report-progress.ts';
import { PLACE_HELP, DATA_OPTIONS, readDataOptions, type Settings } from './settings.ts';
import { UsageError } from './read-option.ts';

const HELP = `Usage: docs-assistant key create assistant|admin --project ID [options]
       docs-assistant key list [--project ID] [options]
       docs-assistant key revoke KEY-ID [options]

Creates, lists and revokes API keys. An assistant key opens message and search of one project, an admin key its agent jobs
and updates. A running service accepts a new key, and refuses a revoked one, within a second or two.

Options:
  --project ID           the project that the key opens; optional if the file has only one
  --label TEXT           what the key is for, for the list
${PLACE_HELP}
  --json                 print JSON
  --help                 this text

Environment:
  DATABASE_URL           PostgreSQL of the service

A key is shown once, when it is created: only its SHA-256 digest is stored.
`;

/** `docs-assistant key` */
export const command = defineCommand({
  help: HELP,
  options: {
    ...DATA_OPTIONS,
    project: { type: 'string' },
    label: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
  async run(values, positionals) {
    const [action, ...rest] = positionals;
    const act = ACTIONS.get(action ?? '');
    if (act === undefined) throw new UsageError('Use create, list or revoke.');
    const settings = await readDataOptions(values);
    const input: Input = { ...values, rest, settings };
    const work = act(input);
    const store = await openServiceStore(settings, { onDamage: ({ message }) => printStatus(message) });
    try {
      const { result, text } = await work(store.keys);
      printResult(values.json, result, text);
      return 0;
    } finally {
      await store.close();
    }
  },
});

interface Input {
  rest: readonly string[];
  settings: Settings;
  project?: string | undefined;
  label: string;
  json: boolean;
}

interface Output {
  result: unknown;
  text: string;
}

/** Check the arguments before anything is opened. */
type Action = (input: Input) => (keys: KeyStore) => Promise<Output>;

const ACTIONS = new Map<string, Action>([
  [
    'create',
    ({ rest, settings, project, label }) => {
      const [kind, ...more] = rest;
      if ((kind !== 'assistant' && kind !== 'admin') || more.length > 0) {
        throw new UsageError('Name the kind: key create assistant, or key create admin.');
      }
      if (label.length > MAX_LABEL_CHARACTERS) {
        throw new UsageError(`--label takes at most ${MAX_LABEL_CHARACTERS} characters.`);
      }
      const projectId = findProject(settings, project);
      return async (keys) => {
        const { id, key } = await addKey(keys, { kind, projectId, label });
        printStatus(`The key is shown only once. Its id is ${id}.`);
        return { result: { id, kind, projectId, label, key }, text: `${key}\n` };
      };
    },
  ],
  [
    'list',
    ({ rest, settings, project }) => {
      if (rest.length > 0) throw new UsageError('key list takes options only.');
      const projectId = project === undefined ? undefined : findProject(settings, project);
      return async (keys) => {
        const records = await keys.list(projectId);
        return { result: { keys: records.map(describe) }, text: records.map(describeLine).join('') };
      };
    },
  ],
  [
    'revoke',
    ({ rest }) => {
      const [id, ...more] = rest;
      if (id === undefined || more.length > 0)
        throw new UsageError('Name one key by its id: key revoke KEY-ID.');
      return async (keys) => {
        if (await keys.revoke(id)) return { result: { id, revoked: true }, text: `${id} is revoked.\n` };
        throw new Error('There is no valid key with that id. Run "docs-assistant key list" for the list.');
      };
    },
  ],
]);

function findProject({ projects }: Settings, name: string | undefined): string {
  const ids = projects.map(({ domain, projectId = domain }) => projectId);
  if (name === undefined) {
    if (ids.length === 1) return ids[0]!;
    throw new UsageError('Name the project with --project.');
  }
  if (ids.length > 0 && !ids.includes(name)) {
    throw new UsageError(`There is no project "${name}" in the configuration. It has: ${ids.join(', ')}.`);
  }
  return name;
}

function describe({ createdAt, usedAt, revokedAt, ...record }: KeyRecord) {
  const date = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return { ...record, createdAt: date(createdAt), usedAt: date(usedAt), revokedAt: date(revokedAt) };
}

function describeLine(record: KeyRecord): string {
  const { id, kind, projectId, label, createdAt, usedAt, revokedAt } = describe(record);
  const state = revokedAt === null ? `used ${usedAt ?? 'never'}` : `revoked ${revokedAt}`;
  return `${[id, kind, projectId, `made ${createdAt}`, state, label].filter(Boolean).join('  ')}\n`;
}
