import type { IndexProgress } from '../index/index-progress.ts';
import type { Generation } from '../storage/service-store.ts';
import type { MetricFactory } from './metric-factory.ts';

/** A project whose index is measured. */
export interface MeasuredProject {
  projectId: string;
  search: { readonly progress: IndexProgress; readonly isReady: boolean };
  /** Return the generation that is searched; `null`: none yet. */
  generation(): Generation | null;
}

export interface IndexMetrics {
  measure(projects: readonly MeasuredProject[]): void;
}

export function createIndexMetrics(create: MetricFactory): IndexMetrics {
  const byProject = ['project'] as const;
  const ready = create.gauge(
    'index_ready',
    '1 when a complete index of the project is in service, also while the next one is built.',
    byProject,
  );
  const sections = create.gauge('index_sections', 'Sections of the index that is searched.', byProject);
  const problems = create.gauge('index_problems', 'Files with a problem.', byProject);
  const timestamp = create.gauge(
    'index_generation_timestamp_seconds',
    'When the index that is searched was published; 0 without one.',
    byProject,
  );
  return {
    measure(projects) {
      // A project that is no longer served must not keep its last values.
      for (const gauge of [ready, sections, problems, timestamp]) gauge.reset();
      for (const { projectId: project, search, generation } of projects) {
        const { progress } = search;
        ready.set({ project }, search.isReady ? 1 : 0);
        sections.set({ project }, progress.sections);
        problems.set({ project }, progress.problems.length);
        timestamp.set({ project }, (generation()?.createdAt ?? 0) / 1000);
      }
    },
  };
}
