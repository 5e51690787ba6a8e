import { unwatchFile, watchFile } from 'node:fs';
import type { IndexProgress } from '../service/index/index-progress.ts';
import type { Log } from './log.ts';

/** Milliseconds between two looks at the file. Polled, because editors and orchestrators replace files in many ways. */
const INTERVAL = 1_000;

export interface WatchConfigurationOptions {
  /** The configuration file; `undefined`: nothing is watched. */
  file: string | undefined;
  /** Read the file and serve its projects. Never called twice at once. */
  apply: () => Promise<number>;
  log: Log;
}

/**
 * Serve the projects of a configuration file whenever it changes. A file with an error changes nothing, and the log has the reason.
 *
 * @returns the function that ends it
 */
export function watchConfiguration({ file, apply, log }: WatchConfigurationOptions): () => Promise<void> {
  if (file === undefined) return async () => {};
  let pass = Promise.resolve();
  const onChange = () => {
    pass = pass
      .then(apply)
      .then((projects) => log.write('info', 'configuration', { projects }))
      .catch(log.failure);
  };
  watchFile(file, { interval: INTERVAL }, onChange);
  return async () => {
    unwatchFile(file, onChange);
    await pass;
  };
}

/** Return the report of progress for all projects, also of those that are added later. */
export function createProgressReports(log: Log): (domain: string, progress: IndexProgress) => void {
  const reports = new Map<string, (progress: IndexProgress) => void>();
  return (domain, progress) => {
    const report = reports.get(domain) ?? log.progressOf(domain);
    reports.set(domain, report);
    report(progress);
  };
}
