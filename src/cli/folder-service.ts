import { createHash, randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { DocsPages } from '../engine/pages/docs-pages.ts';
import { checkDocsFolder } from '../service/docs/require-pages.ts';
import { userCacheFolder } from '../service/models/model-folders.ts';
import type { ProjectKeys } from '../service/keys/key-ring.ts';
import type { IndexProgress } from '../service/index/index-progress.ts';
import { createService, type Service } from '../service/service.ts';
import { prepareDataFolder } from './data-folder.ts';
import { defaultDomain } from './default-domain.ts';
import { readModel } from './model-environment.ts';
import { chooseModel, type ChooseModelOptions } from './model-options.ts';
import type { ProjectReading } from './reading-options.ts';
import { createFetchReport, createProgressReport, printStatus } from './report-progress.ts';

/** Maximum number of updates in an hour. */
const MAX_UPDATES = 1_000_000;

/** Which folder to serve, and how. */
export interface FolderServiceOptions {
  dir: string;
  /** Domain identifier and project id. Default: the name of the folder. */
  domain?: string;
  values: ChooseModelOptions['values'];
  /** Folder for the index. Default: one for `dir` in the user's cache folder. */
  data?: string | undefined;
  reading?: ProjectReading;
  /** Called with the pages before they are said to be ready; returns what to say of them. Default: nothing is said. */
  check?: (pages: DocsPages) => Promise<string | null>;
  /** Whether changes of the folder update the index. Default `false`. */
  watch?: boolean;
}

/** A service over one folder, for this process alone. */
export interface FolderService {
  readonly service: Service;
  /** Domain identifier and project id. */
  readonly domain: string;
  /** Valid until the service is closed. */
  readonly keys: Readonly<Record<keyof ProjectKeys, string>>;
  /** Whether a language model writes answers. */
  readonly hasModel: boolean;
  close(): Promise<void>;
}

/**
 * Start a service over one folder for this process alone, with keys that nobody else has. Progress and failures go to stderr.
 *
 * @throws Error with a remedy, when the folder contains no page
 */
export async function openFolderService({
  dir,
  domain = defaultDomain(dir),
  values,
  data,
  reading,
  check,
  watch = false,
}: FolderServiceOptions): Promise<FolderService> {
  const model = readModel();
  await checkDocsFolder(dir);
  const dataDir = data === undefined ? defaultDataDir(dir) : resolve(data);
  prepareDataFolder(dataDir);
  const stopped = new AbortController();
  const { signal } = stopped;
  const keys = { assistant: createKey(), admin: createKey() };
  const report = createProgressReport(domain);
  const created = Promise.withResolvers<Service>();
  let note: Promise<string | null> | undefined;
  const reportReady = async (progress: IndexProgress) => {
    const { pagesOf } = await created.promise;
    const isFirst = note === undefined;
    note ??= check!(pagesOf(domain)!).catch(() => null);
    const text = await note;
    report(progress);
    if (isFirst && text !== null) printStatus(`  ${text}`);
  };
  const service = await createService({
    projects: [{ dir, domain, keys, watch, ...reading }],
    // One user may search as often as a script does, and each start of a command brings the index up to date.
    rateLimits: { updatesPerProjectAndHour: MAX_UPDATES },
    dataDir,
    model,
    embeddings: chooseModel({
      values,
      settings: { dataDir, projects: [{ dir, domain }] },
      onProgress: createFetchReport(),
      onNote: printStatus,
      signal,
    }),
    onProgress(_, progress) {
      if (check !== undefined && progress.phase === 'ready') void reportReady(progress);
      else report(progress);
    },
    onFailure: (error) => printStatus(error instanceof Error ? error.message : String(error)),
  });
  created.resolve(service);
  return {
    service,
    domain,
    hasModel: model != null,
    keys,
    async close() {
      stopped.abort();
      await service.close();
    },
  };
}

function createKey(): string {
  return randomBytes(24).toString('hex');
}

/** Return a stable folder for each folder of pages, so that the second start finds its index. */
function defaultDataDir(dir: string): string {
  const name = createHash('sha256').update(dir).digest('hex').slice(0, 16);
  return join(userCacheFolder(), 'previews', name);
}
