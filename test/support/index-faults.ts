import type { HostedIndex } from './index-server.ts';

/** An index that cannot be read. */
export interface IndexFault {
  /** After "an index that". */
  readonly what: string;
  readonly faults: NonNullable<HostedIndex['faults']>;
  /** What its readers are told: that there is none, that it is not one, or that its host has failed. */
  readonly cause: 'none' | 'not-one' | 'failing';
  /** Whether the search offers to try again. The assistant always does. */
  readonly mayRetry: boolean;
  /** The one warning in the console. */
  readonly warning: RegExp;
}

/** What both elements have to say in one sentence. */
export const INDEX_FAULTS: readonly IndexFault[] = [
  fault('is missing', { '': 'missing' }, 'none', /There is no search index: manifest\.json is missing/),
  fault('fails', { '': 'failing' }, 'failing', /status 500 for manifest\.json/),
  fault('is on a host with HTML for 404s', { '': 'HTML' }, 'not-one', /manifest .* has other contents/),
  {
    ...fault('is of another version', { manifest: 'of another version' }, 'not-one', /of another version/),
    mayRetry: false,
  },
  fault('has no core', { core: 'missing' }, 'not-one', /incomplete: core\.\w+\.idx is missing/),
  fault('has HTML as its core', { core: 'HTML' }, 'not-one', /other contents/),
  fault('has no words', { words: 'missing' }, 'not-one', /incomplete: words\.\w+\.idx is missing/),
  fault('has words that fail', { words: 'failing' }, 'failing', /status 500 for words/),
  fault('has no names', { names: 'missing' }, 'not-one', /incomplete: names\.\w+\.idx is missing/),
];

function fault(
  what: string,
  faults: IndexFault['faults'],
  cause: IndexFault['cause'],
  warning: RegExp,
): IndexFault {
  return { what, faults, cause, mayRetry: cause !== 'none', warning };
}
