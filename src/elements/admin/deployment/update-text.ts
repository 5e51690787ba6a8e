import type { UpdateStatus } from '../../../protocol/api.ts';
import { hasEnded, type UpdateWatchSnapshot } from '../../../state/admin/update-watch.ts';
import type { TextLookup } from '../failure.view.ts';

/** A state in words. */
export interface UpdateLabel {
  readonly label: string;
  readonly tone: 'waiting' | 'running' | 'done' | 'attention';
}

/** Return the state of an update in words. An unknown one is shown unchanged. */
export function describeUpdate(update: UpdateStatus, text: TextLookup): UpdateLabel {
  switch (update.status) {
    case 'queued':
      return { label: text('queued'), tone: 'waiting' };
    case 'in_progress':
      return { label: text('updating'), tone: 'running' };
    case 'success':
      return { label: text('success'), tone: 'done' };
    case 'failure':
      return { label: text('failure'), tone: 'attention' };
    default:
      return { label: update.status, tone: hasEnded(update) ? 'waiting' : 'running' };
  }
}

/** Strings of the known sources. */
const SOURCES = {
  api: 'sourceApi',
  cli: 'sourceCli',
  github: 'sourcePush',
  push: 'sourcePush',
  webhook: 'sourcePush',
  'github-app-installation': 'sourceInstallation',
  dashboard: 'sourceDashboard',
  internal: 'sourceInternal',
} as const;

/** Return the source of an update in words. An unknown one is shown unchanged. */
export function describeSource(source: string, text: TextLookup): string {
  return Object.hasOwn(SOURCES, source) ? text(SOURCES[source as keyof typeof SOURCES]) : source;
}

/** Return the name of a branch or tag without the namespace that git keeps it in. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags|remotes)\//, '');
}

/** Return the phase of the element, also before there is an update. */
export function describePhase(
  { phase, update, tellsLatest, failure }: UpdateWatchSnapshot,
  text: TextLookup,
): UpdateLabel {
  if (update !== null) return describeUpdate(update, text);
  if (failure !== null) return { label: text('unknown'), tone: 'attention' };
  if (phase === 'starting') return { label: text('starting'), tone: 'running' };
  // It is being read for the first time, or looked for.
  if (phase === 'following' || tellsLatest === null) return { label: '…', tone: 'running' };
  return { label: text(tellsLatest ? 'idle' : 'idleHere'), tone: 'waiting' };
}

/** Return the steps of an update: done, current and to come. */
export function listSteps(
  update: UpdateStatus | null,
  text: TextLookup,
): readonly { readonly label: string; readonly state: 'past' | 'current' | 'to-come' }[] {
  const labels = [text('queued'), text('updating'), text('finished')];
  const isOver = update !== null && hasEnded(update);
  const at = isOver ? 2 : update === null || update.status === 'queued' ? 0 : 1;
  if (update !== null) labels[at] = describeUpdate(update, text).label;
  return labels.map((label, place) => ({
    label,
    state: place === at ? 'current' : place < at ? 'past' : 'to-come',
  }));
}

/** A line of a log: servers of this project begin it with its time. */
export function splitLine(line: string): { readonly time: number | null; readonly text: string } {
  const [, time, text] = /^(\d{4}-\d\d-\d\dT[\d:.]{5,18}Z) ([^]*)$/.exec(line) ?? [];
  const milliseconds = Date.parse(time ?? '');
  return Number.isNaN(milliseconds) ? { time: null, text: line } : { time: milliseconds, text: text! };
}
