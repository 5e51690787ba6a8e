import { fetchModel } from '../service/models/fetch-model.ts';
import { ENGLISH, MULTILINGUAL, RERANKER, type KnownModel } from '../service/models/known-models.ts';
import { dataModelFolder, userModelFolder } from '../service/models/model-folders.ts';
import { defineCommand, printResult } from './define-command.ts';
import { createFetchReport } from './report-progress.ts';
import { DATA, EMBEDDINGS_VARIABLES, OPTIONS, VARIABLES, type ValuesOf } from './options.ts';
import { readDataOptions } from './settings.ts';
import { pick, UsageError } from './read-option.ts';

/** `docs-assistant model` */
export const command = defineCommand({
  usage: ['model fetch [options]'],
  about: `Downloads a model and verifies every file by its SHA-256: by default the one for search by meaning
(${ENGLISH.name}, ${ENGLISH.size}). "serve", "index" and "worker" do so by themselves; this command is for
other models, for images, for machines without a network, and for mirrors. Interrupted downloads are
continued.`,
  options: pick(OPTIONS, 'multilingual', 'reranker', 'from', 'to', ...DATA, 'json'),
  variables: {
    DOCS_EMBEDDINGS_MIRROR: { about: 'as --from, for the model for search by meaning' },
    ...pick(VARIABLES, 'DOCS_MULTILINGUAL_MIRROR', 'DOCS_RERANKER_MIRROR'),
    ...pick(EMBEDDINGS_VARIABLES, 'DOCS_EMBEDDINGS_CACHE'),
  },
  async run(values, positionals) {
    if (positionals.length !== 1 || positionals[0] !== 'fetch') throw new UsageError('Use model fetch.');
    if (values.multilingual && values.reranker)
      throw new UsageError('Use either --multilingual or --reranker.');
    const model = values.multilingual ? MULTILINGUAL : values.reranker ? RERANKER : ENGLISH;
    const { from = process.env[model.mirror] || model.address, json } = values;
    const { to = defaultFolder(model, values) } = values;
    const report = createFetchReport();
    const fetched = await fetchModel({
      model,
      from,
      to,
      onProgress: (bytes) => report({ source: from, bytes, total: model.bytes }),
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${reason} Run the command again to go on, or name another source with --from, or another folder with --to.`,
        { cause: error },
      );
    });
    const done = fetched === 0 ? 'is there already' : `fetched, ${fetched} of ${model.files.length} files`;
    printResult(json, { model: model.name, folder: to, fetched }, `${model.name} ${done}: ${to}\n`);
    return 0;
  },
});

function defaultFolder(model: KnownModel, values: ValuesOf<(typeof DATA)[number]>): string {
  if (values.data === undefined && values.config === undefined) return userModelFolder(model);
  return dataModelFolder(model, readDataOptions(values).dataDir);
}
