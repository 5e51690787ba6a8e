import type { Failure } from '../../../protocol/failures/failure.ts';
import { readFailureCause, type FailureCause } from '../../shared/failure-cause.ts';
import type { SearchStrings } from '../strings/en/panel.ts';

/** Keys of strings about a failed search. For each, there is a string `{key}Hint` about what can be done. */
export type FailureSentence = {
  [Key in keyof SearchStrings]: `${Key}Hint` extends keyof SearchStrings ? Key : never;
}[keyof SearchStrings];

/** Sentences by cause; other causes share one. */
const SENTENCES: Readonly<Partial<Record<FailureCause, FailureSentence>>> = {
  // All attributes are set, but no index can be read so: the page was opened as a file.
  'not-configured': 'unknownSite',
  offline: 'offline',
  network: 'network',
  timeout: 'timeout',
  refused: 'refused',
  challenge: 'refused',
  'not-found': 'unknownSite',
  'request-too-large': 'tooLarge',
  'too-large': 'tooLarge',
  limited: 'limited',
};

/** Find the sentence for a failure. */
export function readSentence(failure: Failure): FailureSentence {
  return SENTENCES[readFailureCause(failure)] ?? 'broken';
}
