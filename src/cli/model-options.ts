import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fetchModel } from '../service/models/fetch-model.ts';
import { findModel, userModelFolder } from '../service/models/model-folders.ts';
import { defaultEmbeddingModel, type EmbeddingModelOptions } from '../service/models/open-embedder.ts';
import type { EmbeddingModelChoice } from '../service/models/open-model.ts';
import { ENGLISH, MULTILINGUAL } from '../service/models/known-models.ts';
import { nonEnglishShare } from './detect-docs-language.ts';
import type { MODEL, ValuesOf } from './options.ts';
import type { FetchProgress } from './report-progress.ts';
import type { Settings } from './settings.ts';
import { UsageError } from './read-option.ts';

/** Share of pages in other languages than English from which the multilingual model is chosen. */
const OTHER_LANGUAGES_SHARE = 0.5;

export interface ChooseModelOptions {
  values: ValuesOf<(typeof MODEL)[number]>;
  settings: Pick<Settings, 'embeddings' | 'dataDir' | 'projects'>;
  /** Called with the progress of the download. */
  onProgress: (progress: FetchProgress) => void;
  /** Called with a sentence on the choice when the documentation is mostly not in English. */
  onNote: (note: string) => void;
  /** Aborts the download. */
  signal?: AbortSignal;
}

/**
 * Choose the model for search by meaning: the one of the command line, else of the environment or the configuration, else a
 * downloaded one: the multilingual one for a documentation that is mostly not in English. Without any of them the English one is
 * downloaded, in the background, for all projects of this user.
 *
 * @returns a promise that rejects with a sentence for users when the model cannot be downloaded
 * @throws UsageError when options are invalid
 */
export function chooseModel(options: ChooseModelOptions): EmbeddingModelChoice {
  const { values, settings } = options;
  const { model } = values;
  if (values['no-model']) {
    if (model !== undefined) throw new UsageError('Use either --model or --no-model.');
    return null;
  }
  if (model !== undefined) return isAddress(model) ? fetchOnce(model, options) : readModelFolder(model);
  if (settings.embeddings !== undefined) return settings.embeddings;
  const { DOCS_EMBEDDINGS_URL: url, DOCS_EMBEDDINGS_FOLDER: folder } = process.env;
  if (url || folder) return defaultEmbeddingModel(settings.dataDir);
  const choosing = chooseByLanguage(options);
  // An error must not end the program before a caller awaits it.
  choosing.catch(() => {});
  return choosing;
}

async function chooseByLanguage(options: ChooseModelOptions): Promise<EmbeddingModelOptions | null> {
  const { settings, onNote } = options;
  const share = await nonEnglishShare(settings.projects);
  if (share > OTHER_LANGUAGES_SHARE) {
    const reason = `${Math.floor(share * 100)} % of the pages are not in English`;
    const folder = findModel(MULTILINGUAL, settings.dataDir);
    if (folder !== null) {
      onNote(`The model is ${MULTILINGUAL.name}, because ${reason}.`);
      return { folder };
    }
    onNote(
      `${reason}: "docs-assistant model fetch --multilingual" gets a model for them (${MULTILINGUAL.size}), which the next start uses.`,
    );
  }
  const { DOCS_EMBEDDINGS_MIRROR: mirror } = process.env;
  return defaultEmbeddingModel(settings.dataDir) ?? fetchForUser(mirror || ENGLISH.address, options);
}

function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

function readModelFolder(source: string): EmbeddingModelOptions {
  const folder = resolve(source);
  if (!existsSync(join(folder, 'tokenizer.json'))) {
    throw new UsageError(`--model: ${folder} is no folder of a model: it holds no tokenizer.json.`);
  }
  return { folder };
}

function fetchOnce(from: string, options: ChooseModelOptions): Promise<EmbeddingModelOptions> {
  const fetching = fetchForUser(from, options);
  // An error must not end the program before a caller awaits it.
  fetching.catch(() => {});
  return fetching;
}

async function fetchForUser(
  from: string,
  { onProgress, signal }: ChooseModelOptions,
): Promise<EmbeddingModelOptions> {
  const folder = userModelFolder(ENGLISH);
  const source = isAddress(from) && URL.canParse(from) ? new URL(from).host : from;
  try {
    await fetchModel({
      model: ENGLISH,
      from,
      to: folder,
      signal,
      onProgress: (bytes) => onProgress({ source, bytes, total: ENGLISH.bytes }),
    });
    return { folder };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason} Search by words goes on; the next start tries again.`, { cause: error });
  }
}
