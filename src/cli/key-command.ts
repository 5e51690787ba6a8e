import { addKey, MAX_LABEL_CHARACTERS } from '../service/keys/api-key.ts';
import { openServiceStore } from '../service/storage/open-store.ts';
import type { KeyRecord, KeyStore } from '../service/storage/service-store.ts';
import { defineCommand, printResult } from './define-command.ts';
import { printStatus } from './report-progress.ts';
import { DATA, OPTIONS, VARIABLES } from './options.ts';
import { readDataOptions, type Settings } from './settings.ts';
import { pick, UsageError, type OptionTable, type OptionValues } from './read-option.ts';

const OPTIONS_OF_KEY = {
  project: { value: 'ID', about: 'the project that the key opens; optional if the file has only one' },
  ...pick(OPTIONS, 'label', ...DATA, 'json'),
} as const satisfies OptionTable;

/** `docs-assistant key` */
export const command = defineCommand({
  usage: [
    'key create assistant|admin --project ID [options]',
    'key list [--project ID] [options]',
    'key revoke KEY-ID [options]',
  ],
  about: `Creates, lists and revokes API keys. An assistant key opens message and search of one project, an
admin key its agent jobs and updates. A running service accepts a new key, and refuses a revoked one,
within a second or two.`,
  options: OPTIONS_OF_KEY,
  variables: pick(VARIABLES, 'DATABASE_URL'),
  notes: 'A key is shown once, when it is created: only its SHA-256 digest is stored.',
  async run(values, positionals) {
    const [action, ...rest] = positionals;
    const act = ACTIONS.get(action ?? '');
    if (act === undefined) throw new UsageError('Use create, list or revoke.');
    const settings = readDataOptions(values);
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

interface Input extends OptionValues<typeof OPTIONS_OF_KEY> {
  rest: readonly string[];
  settings: Settings;
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
