import { fetchModel } from '../service/models/fetch-model.ts';
import { ENGLISH, MULTILINGUAL, RERANKER, type KnownModel } from '../service/models/known-models.ts';
import { dataModelFolder, userModelFolder } from '../service/models/model-folders.ts';
import { defineCommand, printResult } from './define-command.ts';
import { createFetchReport } from './report-progress.ts';
import { PLACE_HELP, DATA_OPTIONS, readDataOptions } from './settings.ts';
import { UsageError } from './read-option.ts';

const HELP = `Usage: docs-assistant model fetch [options]

Downloads a model and verifies every file by its SHA-256: by default the one for search by meaning (${ENGLISH.name}, ${ENGLISH.size}).
"serve", "index" and "worker" do so by themselves; this command is for other models, for images, for machines without a network,
and for mirrors. Interrupted downloads are continued.

Options:
  --multilingual         the model for languages other than English (${MULTILINGUAL.name}, ${MULTILINGUAL.size})
  --reranker             the model that reorders what was found for an answer (${RERANKER.name}, ${RERANKER.size}, English)
  --from SOURCE          source: an address with the files below it, or a folder (default: the model's address at
                         huggingface.co)
  --to DIR               target folder, for --model and DOCS_EMBEDDINGS_FOLDER or DOCS_RERANKER_FOLDER (default: the user's
                         cache folder, or models/NAME in the data folder with --data or --config)
${PLACE_HELP}
  --json                 print JSON
  --help                 this text

Environment:
  DOCS_EMBEDDINGS_MIRROR, DOCS_MULTILINGUAL_MIRROR, DOCS_RERANKER_MIRROR   default of --from, for each model
  DOCS_EMBEDDINGS_CACHE    folder of downloaded models (default: the user's cache folder)
`;

/** `docs-assistant model` */
export const command = defineCommand({
  help: HELP,
  options: {
    ...DATA_OPTIONS,
    multilingual: { type: 'boolean', default: false },
    reranker: { type: 'boolean', default: false },
    from: { type: 'string' },
    to: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  async run(values, positionals) {
    if (positionals.length !== 1 || positionals[0] !== 'fetch') throw new UsageError('Use model fetch.');
    if (values.multilingual && values.reranker)
      throw new UsageError('Use either --multilingual or --reranker.');
    const model = values.multilingual ? MULTILINGUAL : values.reranker ? RERANKER : ENGLISH;
    const { from = process.env[model.mirror] || model.address, json } = values;
    const { to = await defaultFolder(model, values) } = values;
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

async function defaultFolder(
  model: KnownModel,
  values: Parameters<typeof readDataOptions>[0],
): Promise<string> {
  const { data, config } = values;
  if (data === undefined && config === undefined) return userModelFolder(model);
  return dataModelFolder(model, (await readDataOptions(values)).dataDir);
}
