import type { Failure } from '../../../protocol/failures/failure.ts';
import type { SearchStrings } from '../strings/en/panel.ts';

/** Causes of a failed search. Each has a string for itself, and `{cause}Hint` for what can be done. */
export type FailureCause = {
  [Key in keyof SearchStrings]: `${Key}Hint` extends keyof SearchStrings ? Key : never;
}[keyof SearchStrings];

/** Find the cause of a failure. */
export function failureCause({ code, status = 0 }: Failure): FailureCause {
  switch (code) {
    case 'not-configured':
      return 'notConfigured';
    case 'offline':
    case 'network':
    case 'timeout':
      return code;
    case 'too-large':
      return 'tooLarge';
    default:
      break;
  }
  if (status === 401 || status === 403) return 'refused';
  if (status === 404) return 'unknownSite';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 413) return 'tooLarge';
  if (status === 429) return 'limited';
  return 'broken';
}
