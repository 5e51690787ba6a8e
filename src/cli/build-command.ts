import { dirname, join, resolve } from 'node:path';
import { readLanguage } from '../engine/sections/scope-names.ts';
import { isInformation } from '../engine/sections/docs-problem.ts';
import { pickReadingOptions } from '../service/docs/reading-options.ts';
import type { IndexProgress } from '../service/index/index-progress.ts';
import { localFolderOf, projectDataDir, sourceOf, type ProjectOptions } from '../service/project-options.ts';
import { openModel, type OpenedModel } from '../service/models/open-model.ts';
import { openDocsSource } from '../service/deploy/open-docs-source.ts';
import { buildContent } from '../static-build/build-content.ts';
import { checkOfflineFile, writeOfflineFile } from '../static-build/offline-file.ts';
import { openMeaningWriter } from '../static-build/write-meaning.ts';
import type { StaticIndexReport } from '../static-build/static-index-report.ts';
import { writeStaticIndex } from '../static-build/write-static-index.ts';
import { copyCdnFiles, hasCdnFiles } from './cdn-files.ts';
import { prepareDataFolder, prepareOutFolder } from './data-folder.ts';
import { defineCommand, printResult } from './define-command.ts';
import { describeIndexLines } from './index-lines.ts';
import { chooseModel } from './model-options.ts';
import { readOffline } from './offline-options.ts';
import { DATA, EMBEDDINGS_VARIABLES, MODEL, OFFLINE, OPTIONS, READING, type ValuesOf } from './options.ts';
import { packageVersion } from './package-version.ts';
import { checkProjectFolders } from './reading-options.ts';
import { createFetchReport, createProgressReport, printStatus } from './report-progress.ts';
import { readSettings } from './settings.ts';
import { pick, readPublicUrl, UsageError } from './read-option.ts';
import { describeMarkdown, writeMarkdown } from './write-markdown.ts';

/** Texts between two lines of progress. */
const TEXTS_PER_REPORT = 10_000;
const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;

/** `docs-assistant build DIR --out DIR` */
export const command = defineCommand({
  usage: ['build DIR --out DIR [options]', 'build --config FILE --out DIR [options]'],
  about: `Writes a search index of a folder of Markdown, MDX or built HTML as files for any static host, which
needs no service, with the elements' files beside it, reports problems, and prints the markup for the
pages. Only changed pages are read again. The same pages give the same files. Readers need no model:
it is asked here for the meaning of words and sections.`,
  options: {
    ...pick(OPTIONS, 'out', 'elements', 'no-elements', 'markdown'),
    html: {
      value: 'DIR',
      about:
        'the same folder, to put the addresses of these files into its pages, too, which keep everything else; alone, it stands for both',
    },
    site: {
      value: 'URL',
      about:
        'address of the site, for whole addresses in the files of --markdown (default: what its pages say)',
      read: readPublicUrl,
    },
    mcp: {
      value: 'URL',
      about: 'address of an MCP server for agents, for its card and catalog among the files of --markdown',
      read: readPublicUrl,
    },
    ...pick(OPTIONS, 'domain'),
    ...pick(OPTIONS, ...OFFLINE, ...DATA, ...MODEL, ...READING, 'json'),
  },
  variables: EMBEDDINGS_VARIABLES,
  async run(values, positionals) {
    if (!values.out) throw new UsageError('Name the folder for the files of the index with --out.');
    const out = resolve(values.out);
    const elements = readElements(values, out);
    const reading = readFolders(values);
    const settings = readSettings(values, positionals);
    const { dataDir, projects } = settings;
    const folders = projects.map((project) => ({
      project,
      folder: projects.length === 1 ? out : join(out, project.domain),
    }));
    for (const { project, folder } of folders) checkOutFolder(project, folder);
    await checkProjectFolders(projects);
    const offline = readOffline(
      values,
      folders.map(({ folder }) => folder),
    );
    if (offline) await checkOfflineFile(offline);
    prepareDataFolder(dataDir);
    for (const { folder } of folders) prepareOutFolder(folder);
    if (elements !== null) prepareOutFolder(elements, '--elements');
    const model = await openModel(
      chooseModel({ values, settings, onProgress: createFetchReport(), onNote: printStatus }),
    );
    try {
      for (const { project, folder } of folders) {
        const { report, index, problems } = await build(project, { folder, dataDir, model });
        const isAlone = projects.length === 1;
        const markdown = reading && (await writeMarkdown(reading, { project, index, isAlone }));
        const result = { domain: project.domain, folder, ...summaryOf(report), markdown, problems };
        const count = problems.filter((problem) => !isInformation(problem)).length;
        printResult(
          values.json,
          result,
          `${describe(result)}${markdown ? describeMarkdown(markdown) : ''}${count} problems\n`,
        );
      }
      if (elements !== null) await copyCdnFiles(elements);
      if (offline) {
        await writeOfflineFile(offline);
        printStatus(`${offline.path}: for search without a network, loaded by a script tag of each page`);
      }
      await printLines(folders, elements, values.json);
      return 0;
    } finally {
      await model.embedder?.close();
    }
  },
});

/** @returns where the files for reading programs go; `null`: they are not asked for */
function readFolders({
  html,
  markdown = html,
  site,
  mcp,
}: ValuesOf<'markdown'> & Partial<Record<'html' | 'site' | 'mcp', string | undefined>>) {
  return markdown === undefined
    ? null
    : { markdown, html: html ?? null, site: site === undefined ? null : `${site}/`, mcp: mcp ?? null };
}

/** @returns the folder for the elements' files; `null`: they are left out. @throws UsageError */
function readElements(
  { elements, 'no-elements': isWithout }: ValuesOf<'elements' | 'no-elements'>,
  out: string,
): string | null {
  if (isWithout) {
    if (elements !== undefined) throw new UsageError('Use either --elements or --no-elements.');
    return null;
  }
  if (elements !== undefined) return elements;
  if (hasCdnFiles()) return join(dirname(out), 'cdn');
  printStatus('The elements have not been built in this copy of the source: run npm run build.');
  return null;
}

/** @throws UsageError when the index would be among the pages */
function checkOutFolder(project: ProjectOptions, folder: string): void {
  const docs = localFolderOf(sourceOf(project));
  if (docs === null || resolve(docs) !== folder) return;
  throw new UsageError(
    `--out is the folder of the documentation itself. Name a folder of its own, which may be inside: ${join(folder, 'docs-index')}.`,
  );
}

/** Print what to paste into the pages of each project, and warn about what they could not find. */
async function printLines(
  folders: readonly { project: ProjectOptions; folder: string }[],
  elements: string | null,
  asJson: boolean,
): Promise<void> {
  for (const { project, folder } of folders) {
    const source = localFolderOf(sourceOf(project));
    const docs = source === null ? null : resolve(source);
    const { lines, warnings } = await describeIndexLines({ docs, index: folder, elements });
    for (const warning of warnings) printStatus(`warning: ${warning}`);
    if (!asJson) process.stdout.write(lines);
  }
}

async function build(
  project: ProjectOptions,
  { folder, dataDir, model }: { folder: string; dataDir: string; model: OpenedModel },
) {
  const { domain } = project;
  const { embedder } = model;
  const workDir = projectDataDir(dataDir, domain);
  const { signal } = new AbortController();
  const report = createProgressReport(domain);
  let progress: IndexProgress = {
    phase: 'reading',
    pages: { done: 0, total: 0 },
    generation: 0,
    sections: 0,
    vectors: { done: 0, total: 0 },
    model: embedder?.name ?? null,
    ...(embedder === null && { modelNote: model.note }),
    problems: [],
  };
  const onProgress = (change: Partial<IndexProgress>) => report((progress = { ...progress, ...change }));
  await using state = await openDocsSource(sourceOf(project), workDir).fetch(signal);
  using read = await buildContent({
    dir: state.dir,
    workDir,
    ...pickReadingOptions(project),
    embedder,
    onProgress,
    signal,
  });
  const { pages, sections, problems } = read.content.facts;
  let part = '';
  using meaning =
    embedder &&
    openMeaningWriter({
      embedder,
      workDir,
      signal,
      onProgress: createTextReport((done) =>
        printStatus(`${domain}: ${part}, ${done} texts read by the model`),
      ),
      onWordsOnly: ({ version, language }, reason) => {
        const name = [version, language].filter((scope) => scope !== null).join('/');
        printStatus(`${domain}: ${name === '' ? '' : `${name} is `}searched by words only: ${reason}`);
      },
    });
  const written = await writeStaticIndex(read.content, {
    folder,
    generator: `docs-assistant ${packageVersion()}`,
    fallbackLanguage: readLanguage(project.fallbackLanguage ?? project.defaultLanguage),
    ...(meaning && { writeMeaning: meaning.write, meaningKey: embedder.space }),
    workDir,
    onProgress: ({ done, total }) => {
      part = `writing part ${done + 1} of ${total}`;
      printStatus(`${domain}: ${part}`);
    },
  });
  meaning?.finish();
  onProgress({ phase: 'ready', pages: { done: pages, total: pages }, sections, problems });
  return { report: written, index: read.file, problems };
}

/** Return what reports every so many texts. */
function createTextReport(report: (done: number) => void): (done: number) => void {
  let reported = 0;
  return (done) => {
    if (done < reported) reported = 0;
    if (done - reported < TEXTS_PER_REPORT) return;
    reported = done;
    report(done);
  };
}

/** Figures of an index, for `--json`. */
function summaryOf({ parts, kinds }: StaticIndexReport) {
  const files = Array.from(kinds, ([kind, { files, bytes, packed }]) => ({
    kind,
    files,
    bytes,
    packed: sum(packed),
    median: packed.toSorted((a, b) => a - b)[packed.length >> 1]!,
    largest: packed.reduce((most, size) => Math.max(most, size), 0),
  }));
  return {
    parts: parts.map(({ version, language, pages, sections, meaning }) => ({
      version,
      language,
      pages,
      sections,
      hasMeaning: meaning !== null,
    })),
    pages: sum(parts.map(({ pages }) => pages)),
    sections: sum(parts.map(({ sections }) => sections)),
    files,
    bytes: sum(files.map(({ bytes }) => bytes)),
    packed: sum(files.map(({ packed }) => packed)),
  };
}

function describe({
  folder,
  pages,
  sections,
  files,
  bytes,
  packed,
}: ReturnType<typeof summaryOf> & { folder: string }): string {
  const rows = files.map(
    (one) =>
      `  ${one.kind.padEnd(12)}${String(one.files).padStart(6)} files ${size(one.bytes)} ${size(one.packed)} packed, the largest ${size(one.largest).trim()}\n`,
  );
  const count = sum(files.map((one) => one.files));
  return `${folder}: ${pages} pages, ${sections} sections\n${rows.join('')}  ${'all'.padEnd(12)}${String(count).padStart(6)} files ${size(bytes)} ${size(packed)} packed\n`;
}

function size(bytes: number): string {
  const text =
    bytes < MEGABYTE ? `${(bytes / KILOBYTE).toFixed(1)} kB` : `${(bytes / MEGABYTE).toFixed(2)} MB`;
  return text.padStart(9);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
