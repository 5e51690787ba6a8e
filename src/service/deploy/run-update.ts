import { join } from 'node:path';
import type { Embedder } from '../models/embedder.ts';
import { byImportance, isInformation } from '../../engine/sections/docs-problem.ts';
import type { ReadingOptions } from '../docs/reading-options.ts';
import type { GenerationReport } from '../index/build-generation.ts';
import { deployGeneration } from './deploy-generation.ts';
import type { IndexProgress } from '../index/index-progress.ts';
import type { SearchEngine } from '../search/search-engine.ts';
import type { DocsSource, DocsState } from './docs-source.ts';
import type { ServiceStore, ClaimedUpdate, UpdateChange } from '../storage/service-store.ts';
import { takeScreenshots } from './screenshots.ts';
import { boundChangedFiles, type UpdateLog } from './update-log.ts';

/** A project that this process can update. */
export interface UpdatableProject {
  projectId: string;
  docsSource: DocsSource;
  /** Options for reading the documentation. */
  reading: ReadingOptions;
  /** Folder of this process for temporary files. */
  workDir: string;
  /** Where the index is stored for searching. */
  engine: SearchEngine;
  /** The model for vectors; `null`: search by words only. */
  embedder: Embedder | null | Promise<Embedder | null>;
  /** Page for screenshots. */
  pageUrl?: string | undefined;
  /** Called with the progress of the index. */
  onProgress: (progress: Partial<IndexProgress>) => void;
  /** Called when the new index is the current one. Resolves when this process searches it. */
  onDeployed: () => Promise<void>;
  /** Called when there is no new index. The previous one stays in service. */
  onFailure: (error: unknown) => void;
}

/** An update under a lease. */
export interface UpdateRun {
  taken: ClaimedUpdate;
  /** Name of the worker that holds the update. */
  worker: string;
  store: Pick<ServiceStore, 'updates' | 'generations'>;
  /** Aborted when the lease is lost or the process stops. */
  signal: AbortSignal;
}

/** Maximum number of files with problems that are listed in the log. */
const MAX_LISTED_PROBLEMS = 200;
/** Subfolder for the browser that takes screenshots. */
const BROWSER_FOLDER = 'browser';
/** Milliseconds between two reports of progress. */
const PROGRESS_MILLISECONDS = 1_000;

/**
 * Run one update: fetch the source, list what changed, publish the new index atomically, take screenshots.
 *
 * @returns the last change of the update's record
 * @throws when the update failed; `log` then holds the lines that were not reported yet
 */
export async function runUpdate(
  project: UpdatableProject,
  run: UpdateRun,
  log: UpdateLog,
): Promise<UpdateChange> {
  const { taken, worker, store, signal } = run;
  const report = async (change: UpdateChange) => {
    signal.throwIfAborted();
    const isHeld = await store.updates.report(taken.statusId, worker, { ...change, logs: log.take() });
    if (!isHeld) throw new Error('Another worker has taken this update over');
  };

  if (taken.attempt > 1) {
    log.add(
      `Attempt ${taken.attempt}: the process that ran this update before has ended, or did not answer.`,
    );
  }
  log.add(`Fetching ${project.docsSource.description}.`);
  await report({ summary: 'Fetching the documentation' });
  await using state = await project.docsSource.fetch(signal);
  await report(await describeCommit(project, state, store, log, signal));

  const reportProgress = createProgressReport((summary) => report({ summary }));
  const {
    generation,
    isNew,
    report: found,
  } = await deployGeneration({
    ...project.reading,
    dir: state.dir,
    workDir: project.workDir,
    engine: project.engine,
    embedder: project.embedder,
    projectId: project.projectId,
    generations: store.generations,
    commit: state.commit?.sha ?? null,
    held: { statusId: taken.statusId, worker },
    onProgress(progress) {
      project.onProgress(progress);
      reportProgress(progress);
    },
    signal,
  });
  await project.onDeployed();
  logProblems(found, log);
  log.add(
    isNew
      ? `The new index is in service as generation ${generation.number}. ${describeCounts(found)}.`
      : 'Nothing has changed: the index in service stays.',
  );
  const summary = summarize(state, found, isNew);
  await report({ summary });
  return { summary, ...(await screenshotsOf(project, log, signal)) };
}

/** Log the commit and the changes since the last deployment. */
async function describeCommit(
  { projectId, docsSource }: UpdatableProject,
  { commit, author }: DocsState,
  { updates }: Pick<ServiceStore, 'updates'>,
  log: UpdateLog,
  signal: AbortSignal,
): Promise<UpdateChange> {
  if (commit === null) return {};
  log.add(
    `Commit ${commit.sha} of ${commit.ref}${author === null ? '' : ` by ${author}`}: ${firstLine(commit.message)}`,
  );
  const before = (await updates.lastSuccess(projectId))?.commit?.sha ?? null;
  const changed = await docsSource.compare(before, commit.sha, signal);
  if (changed === null) {
    log.add(`The changes since ${before} are unknown: that commit is no longer in the repository.`);
  }
  const { files, leftOut } = boundChangedFiles(changed ?? { added: [], modified: [], removed: [] });
  if (changed !== null) {
    const counts = `${changed.added.length} added, ${changed.modified.length} modified, ${changed.removed.length} removed`;
    log.add(`Files ${before === null ? 'of the first deployment' : `since ${before}`}: ${counts}.`);
  }
  if (leftOut > 0) log.add(`${leftOut} of these files are not listed with the commit: there are too many.`);
  return { commit: { ...commit, filesChanged: files }, ...(author !== null && { author }) };
}

function logProblems({ problems }: GenerationReport, log: UpdateLog): void {
  for (const problem of byImportance(problems).slice(0, MAX_LISTED_PROBLEMS)) {
    const { file, message } = problem;
    log.add(`${isInformation(problem) ? '' : 'Warning: '}${file === '' ? '' : `${file}: `}${message}`);
  }
  const more = problems.length - MAX_LISTED_PROBLEMS;
  if (more > 0) log.add(`${more} more files have problems, or are left out.`);
}

function summarize({ commit }: DocsState, report: GenerationReport, isNew: boolean): string {
  const what = commit === null ? 'the folder' : `commit ${commit.sha.slice(0, 7)}`;
  const done = isNew
    ? `Deployed ${what}. ${describeCounts(report)}.`
    : `Nothing has changed since the last update.`;
  const { length } = report.problems.filter((problem) => !isInformation(problem));
  return length === 0 ? done : `${done} ${length} warnings, see the log.`;
}

function describeCounts({ added, changed, removed, unchanged }: GenerationReport): string {
  return `Pages: ${added} added, ${changed} changed, ${removed} removed, ${unchanged} as before`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!;
}

/** Report the progress of the index at most once a second. A failed report is thrown by the next step. */
function createProgressReport(report: (summary: string) => Promise<void>) {
  let last = 0;
  let { pages, vectors, phase }: Pick<IndexProgress, 'pages' | 'vectors' | 'phase'> = {
    phase: 'reading',
    pages: { done: 0, total: 0 },
    vectors: { done: 0, total: 0 },
  };
  return (progress: Partial<IndexProgress>): void => {
    ({ pages, vectors, phase } = { pages, vectors, phase, ...progress });
    if (performance.now() - last < PROGRESS_MILLISECONDS) return;
    last = performance.now();
    const summary =
      phase === 'embedding'
        ? `Learning what sections mean: ${vectors.done} of ${vectors.total}`
        : `Reading pages: ${pages.done} of ${pages.total}`;
    report(summary).catch(() => {});
  };
}

async function screenshotsOf(
  { pageUrl, workDir }: UpdatableProject,
  log: UpdateLog,
  signal: AbortSignal,
): Promise<UpdateChange> {
  if (pageUrl === undefined) return {};
  try {
    const { light, dark } = await takeScreenshots(pageUrl, join(workDir, BROWSER_FOLDER), signal);
    log.add(`Took screenshots of ${pageUrl}, light and dark.`);
    return { screenshot: light, screenshotLight: light, screenshotDark: dark };
  } catch (error) {
    // Only an abort is an error: without screenshots, the documentation is in service all the same.
    signal.throwIfAborted();
    log.add(`No screenshots: ${error instanceof Error ? error.message : String(error)}.`);
    return {};
  }
}
