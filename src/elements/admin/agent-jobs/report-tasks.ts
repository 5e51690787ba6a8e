import type { Failure } from '../../../protocol/failures/failure.ts';
import type { Task, TaskList } from '../../../state/admin/task-list.ts';
import type { TextLookup } from '../failure.view.ts';
import type { JobsTaskDetail } from './docs-agent-jobs.events.ts';
import { describeTask } from './session-text.ts';

/** The element of the tasks, as far as its reports use it. */
interface Reporter {
  readonly text: TextLookup;
  /** Announce a message to screen readers. */
  announce(message: string): void;
  emit(type: string, detail: JobsTaskDetail): void;
  emitFailure(type: string, failure: Failure): void;
}

/** Tell page and screen readers of each task that is started or has changed, and the page of failures. */
export function reportTasks(tasks: TaskList, reporter: Reporter): void {
  const told = new Map(tasks.snapshot.tasks.map((task) => [task.job.id, toldOf(task)]));
  let hasFailed = false;
  tasks.subscribe(() => {
    const { refusal, failure } = tasks.snapshot;
    const trouble = refusal?.failure ?? failure;
    if (trouble && !hasFailed) reporter.emitFailure('docs-agent-jobs-error', trouble);
    hasFailed = trouble !== null;
    for (const task of tasks.snapshot.tasks) {
      const { job, name } = task;
      if (told.get(job.id) === toldOf(task)) continue;
      told.set(job.id, toldOf(task));
      const { text } = reporter;
      reporter.announce(text('changed', { count: 1, name, state: describeTask(task, text).label }));
      reporter.emit('docs-agent-jobs-task', { job });
    }
  });
}

/** What the page is told of a task. */
function toldOf({ job: { status, prLink }, isGone }: Task): string {
  return JSON.stringify([status, prLink, isGone]);
}
