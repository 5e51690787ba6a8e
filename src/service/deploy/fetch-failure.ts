import { SourceFailure } from './docs-source.ts';
import type { GitFailure } from './run-git.ts';

/** Failures of the remote repository: why, and what to do. Any other failure may be one of the local mirror. */
const REMOTE_PROBLEMS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/couldn't find remote ref|remote ref does not exist/, 'it has no branch of that name. Name one it has'],
  [
    /could not read (?:Username|Password)|Authentication failed|Permission denied|HTTP 40[13]|error: 40[13]/,
    'it refuses access to this machine. Set up a deploy key (ssh) or a credential helper (https)',
  ],
  [
    /Host key verification failed/,
    'its host is not known. Add the key of the host to the known_hosts file of the user that runs the service',
  ],
  [
    /dubious ownership/,
    'it belongs to another user. Allow it: git config --global --add safe.directory <the path>',
  ],
  [
    /Could not resolve host|unable to access|Connection (?:refused|timed out|closed|reset)|Network is unreachable|No route/,
    'its host cannot be reached. Check address and network, then try again',
  ],
  [
    /does not appear to be a git repository|[Rr]epository .*not found|does not exist/,
    'there is no repository at that address, or this machine may not see it. Check the address',
  ],
  [/transport '\w+' not allowed/, 'its protocol is not allowed. Use https, ssh or a path'],
];

/** @param description of the source, without credentials */
export function fetchFailure(description: string, reason: string, cause?: unknown): SourceFailure {
  return new SourceFailure(`Cannot fetch ${description}: ${reason}`, { cause });
}

/** Return the failure with a remedy, or `null` if git's output names no problem of the remote repository. */
export function explainFetchFailure(description: string, failure: GitFailure): SourceFailure | null {
  const reason = REMOTE_PROBLEMS.find(([pattern]) => pattern.test(failure.output))?.[1];
  return reason === undefined
    ? null
    : fetchFailure(description, `${reason}. (git: ${failure.output})`, failure);
}
