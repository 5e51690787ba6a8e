import { fetchModel } from '../service/embedding/fetch-model.ts';
import { dataModelFolder, userModelFolder } from '../service/embedding/model-folders.ts';
import {
  MODEL_ADDRESS,
  MODEL_BYTES,
  MODEL_FILES,
  MODEL_NAME,
  MODEL_SIZE,
} from '../service/embedding/sentence-model-files.ts';
import { defineCommand, printResult } from './define-command.ts';
import { createFetchReport } from './report-progress.ts';
import { PLACE_HELP, PLACE_OPTIONS, readPlace } from './settings.ts';
import { UsageError } from './usage-error.ts';

const HELP = `Usage: docs-assistant model fetch [options]

Downloads the model for search by meaning (${MODEL_NAME}, ${MODEL_SIZE}) and verifies every file by its SHA-256. "serve", "index"
and "worker" do so by themselves; this command is for images, for machines without a network, and for mirrors. Interrupted
downloads are continued.

Options:
  --from SOURCE          source: an address with the files below it, or a folder
                         (default ${MODEL_ADDRESS})
  --to DIR               target folder, for --model and DOCS_EMBEDDINGS_FOLDER (default: the user's cache folder, or
                         models/${MODEL_NAME} in the data folder with --data or --config)
${PLACE_HELP}
  --json                 print JSON
  --help                 this text

Environment:
  DOCS_EMBEDDINGS_MIRROR   default of --from
  DOCS_EMBEDDINGS_CACHE    folder of downloaded models (default: the user's cache folder)
`;

/** `docs-assistant model` */
export const command = defineCommand({
  help: HELP,
  options: {
    ...PLACE_OPTIONS,
    from: { type: 'string', default: process.env['DOCS_EMBEDDINGS_MIRROR'] || MODEL_ADDRESS },
    to: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  async run(values, positionals) {
    if (positionals.length !== 1 || positionals[0] !== 'fetch') throw new UsageError('Use model fetch.');
    const { from, to = await defaultFolder(values), json } = values;
    const report = createFetchReport();
    const fetched = await fetchModel({
      from,
      to,
      onProgress: (bytes) => report({ source: from, bytes, total: MODEL_BYTES }),
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${reason} Run the command again to go on, or name another source with --from, or another folder with --to.`,
        { cause: error },
      );
    });
    const done = fetched === 0 ? 'is there already' : `fetched, ${fetched} of ${MODEL_FILES.length} files`;
    printResult(json, { model: MODEL_NAME, folder: to, fetched }, `${MODEL_NAME} ${done}: ${to}\n`);
    return 0;
  },
});

async function defaultFolder(values: Parameters<typeof readPlace>[0]): Promise<string> {
  const { data, config } = values;
  if (data === undefined && config === undefined) return userModelFolder();
  return dataModelFolder((await readPlace(values)).dataDir);
}
