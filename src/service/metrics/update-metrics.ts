import type { UpdateQueue } from '../storage/service-store.ts';
import type { UpdateRunEnd } from '../deploy/update-worker.ts';
import type { MetricFactory } from './metric-factory.ts';

export interface UpdateMetrics {
  countRun(end: UpdateRunEnd): void;
  /** @param queues `null`: the store does not answer */
  measure(projectIds: readonly string[], queues: readonly UpdateQueue[] | null): void;
}

/** Seconds; the first update of a large documentation may take an hour to compute its vectors. */
const BUCKETS = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const OUTCOMES = ['success', 'failure', 'released', 'lost'] as const satisfies UpdateRunEnd['outcome'][];

export function createUpdateMetrics(create: MetricFactory): UpdateMetrics {
  const byProject = ['project'] as const;
  const total = create.counter('updates_total', 'Updates that this process ran, by outcome.', [
    'project',
    'outcome',
  ]);
  const duration = create.histogram(
    'update_duration_seconds',
    'How long this process worked on an update.',
    BUCKETS,
    ['outcome'],
  );
  const length = create.gauge('update_queue_length', 'Updates in the queue of all processes, by state.', [
    'project',
    'state',
  ]);
  const age = create.gauge(
    'update_queue_oldest_age_seconds',
    'How long the oldest queued update has been waiting; 0 without one.',
    byProject,
  );
  const success = create.gauge(
    'update_last_success_timestamp_seconds',
    'When the last successful update ended; 0 without one.',
    byProject,
  );
  const failure = create.gauge(
    'update_last_failure_timestamp_seconds',
    'When the last failed update ended; 0 without one.',
    byProject,
  );
  const storeUp = create.gauge('store_up', '1 when the store of the state answers.');
  for (const outcome of OUTCOMES) duration.zero({ outcome });

  return {
    countRun({ projectId: project, outcome, seconds }) {
      total.inc({ project, outcome });
      duration.observe({ outcome }, seconds);
    },
    measure(projectIds, queues) {
      // An outcome that appears with its first update would be no increase.
      for (const project of projectIds) for (const outcome of OUTCOMES) total.inc({ project, outcome }, 0);
      storeUp.set(queues === null ? 0 : 1);
      for (const gauge of [length, age, success, failure]) gauge.reset();
      for (const { projectId: project, ...queue } of queues ?? []) {
        length.set({ project, state: 'queued' }, queue.queued);
        length.set({ project, state: 'in_progress' }, queue.inProgress);
        const { queuedSince } = queue;
        age.set({ project }, queuedSince === null ? 0 : Math.max(0, Date.now() - queuedSince) / 1000);
        success.set({ project }, (queue.succeededAt ?? 0) / 1000);
        failure.set({ project }, (queue.failedAt ?? 0) / 1000);
      }
    },
  };
}
