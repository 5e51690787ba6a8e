import { join, resolve } from 'node:path';
import { readLanguage } from '../engine/sections/scope-names.ts';
import { isInformation } from '../engine/sections/docs-problem.ts';
import { pickReadingOptions } from '../service/docs/reading-options.ts';
import type { IndexProgress } from '../service/index/index-progress.ts';
import { localFolderOf, projectDataDir, sourceOf, type ProjectOptions } from '../service/project-options.ts';
import { openDocsSource } from '../service/sources/open-docs-source.ts';
import { buildContent } from '../static-build/build-content.ts';
import { writeStaticIndex, type StaticIndexReport } from '../static-build/write-static-index.ts';
import { prepareDataFolder, prepareOutFolder } from './data-folder.ts';
import { defineCommand, printResult } from './define-command.ts';
import { packageVersion } from './package-version.ts';
import { READING_HELP, READING_OPTIONS } from './reading-options.ts';
import { createProgressReport, printStatus } from './report-progress.ts';
import { PLACE_HELP, PLACE_OPTIONS, readSettings } from './settings.ts';
import { UsageError } from './usage-error.ts';

const HELP = `Usage: docs-assistant build DIR --out DIR [options]
       docs-assistant build --config FILE --out DIR [options]

Writes a search index of a folder of Markdown, MDX or built HTML as files for any static host, which needs no service, and reports problems. Search is by words
only. Only changed pages are read again. The same pages give the same files.

Options:
  --out DIR              folder for the files of the index; of several projects of a file, each in a folder named by its domain
  --domain NAME          domain identifier (default: the folder's name)
  --fallback-language L  language in which pages are searched that have no translation (default: the one with most sections)
${PLACE_HELP}
${READING_HELP}
  --json                 print JSON, one object a line for each project
  --help                 this text
`;

const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;

/** `docs-assistant build DIR --out DIR` */
export const command = defineCommand({
  help: HELP,
  options: {
    ...PLACE_OPTIONS,
    ...READING_OPTIONS,
    out: { type: 'string' },
    domain: { type: 'string' },
    'fallback-language': { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  async run(values, positionals) {
    if (!values.out) throw new UsageError('Name the folder for the files of the index with --out.');
    const out = resolve(values.out);
    const fallback = values['fallback-language'];
    if (fallback !== undefined && !readLanguage(fallback))
      throw new UsageError(`--fallback-language ${fallback} is no language tag, such as en or pt-BR.`);
    const { projects, dataDir } = await readSettings(values, positionals);
    const folders = projects.map((project) => ({
      project,
      folder: projects.length === 1 ? out : join(out, project.domain),
    }));
    for (const { project, folder } of folders) checkOutFolder(project, folder);
    prepareDataFolder(dataDir);
    for (const { project, folder } of folders) {
      prepareOutFolder(folder);
      const { report, problems } = await build(
        { ...project, ...(fallback !== undefined && { fallbackLanguage: fallback }) },
        { folder, dataDir },
      );
      const result = { domain: project.domain, folder, ...summaryOf(report), problems };
      const count = problems.filter((problem) => !isInformation(problem)).length;
      printResult(values.json, result, `${describe(result)}${count} problems\n`);
    }
    return 0;
  },
});

/** @throws UsageError when the index would be among the pages */
function checkOutFolder(project: ProjectOptions, folder: string): void {
  const docs = localFolderOf(sourceOf(project));
  if (docs === null || resolve(docs) !== folder) return;
  throw new UsageError(
    `--out is the folder of the documentation itself. Name a folder of its own, which may be inside: ${join(folder, 'docs-index')}.`,
  );
}

async function build(project: ProjectOptions, { folder, dataDir }: { folder: string; dataDir: string }) {
  const { domain } = project;
  const workDir = projectDataDir(dataDir, domain);
  const { signal } = new AbortController();
  const report = createProgressReport(domain);
  let progress: IndexProgress = {
    phase: 'reading',
    pages: { done: 0, total: 0 },
    generation: 0,
    sections: 0,
    vectors: { done: 0, total: 0 },
    model: null,
    modelNote: 'an index of files has no search by meaning yet',
    problems: [],
  };
  const onProgress = (change: Partial<IndexProgress>) => report((progress = { ...progress, ...change }));
  await using state = await openDocsSource(sourceOf(project), workDir).fetch(signal);
  using read = await buildContent({
    dir: state.dir,
    workDir,
    ...pickReadingOptions(project),
    embedder: null,
    onProgress,
    signal,
  });
  const { pages, sections, problems } = read.content.facts;
  const fallbackLanguage = readLanguage(project.fallbackLanguage ?? project.defaultLanguage);
  const written = await writeStaticIndex(read.content, {
    folder,
    generator: `docs-assistant ${packageVersion()}`,
    ...(fallbackLanguage !== undefined && { fallbackLanguage }),
    onProgress: ({ done, total }) => printStatus(`${domain}: writing part ${done + 1} of ${total}`),
  });
  onProgress({ phase: 'ready', pages: { done: pages, total: pages }, sections, problems });
  return { report: written, problems };
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
    parts: parts.map(({ version, language, pages, sections }) => ({ version, language, pages, sections })),
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
      `  ${one.kind.padEnd(9)}${String(one.files).padStart(6)} files ${size(one.bytes)} ${size(one.packed)} packed, the largest ${size(one.largest).trim()}\n`,
  );
  const count = sum(files.map((one) => one.files));
  return `${folder}: ${pages} pages, ${sections} sections\n${rows.join('')}  ${'all'.padEnd(9)}${String(count).padStart(6)} files ${size(bytes)} ${size(packed)} packed\n`;
}

function size(bytes: number): string {
  const text =
    bytes < MEGABYTE ? `${(bytes / KILOBYTE).toFixed(1)} kB` : `${(bytes / MEGABYTE).toFixed(2)} MB`;
  return text.padStart(9);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
