import { RequestFailure } from '../../protocol/failures/failure.ts';
import { StaticIndexError } from '../format/index-error.ts';

/** Return whatever was thrown while an index was read as the failure of a search, in one sentence. */
export function toReadingFailure(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  if (error instanceof StaticIndexError) {
    const code = error.code === 'too-large' ? 'too-large' : 'bad-content';
    return new RequestFailure({ code, retryable: false, message: error.message }, { cause: error });
  }
  return new RequestFailure(
    { code: 'network', retryable: true, message: 'The search index could not be fetched.' },
    { cause: error },
  );
}

/** Create the failure of a search that its caller stopped. */
export function aborted(): RequestFailure {
  return new RequestFailure({ code: 'aborted', retryable: false, message: 'The search was stopped.' });
}

/** Create the failure of a page that cannot fetch its index, because it was opened as a file. */
export function openedAsFile(): RequestFailure {
  return new RequestFailure({
    code: 'not-configured',
    retryable: false,
    message: 'A page that was opened as a file cannot read a search index: serve its folder over HTTP.',
  });
}

/** Create the failure of a file that a host does not send. @param name the file; that of the manifest stands for the index */
export function notSent(name: string, isManifest: boolean, status: number): RequestFailure {
  const isMissing = status === 404 || status === 410;
  const message = !isMissing
    ? `The host of the search index answered with status ${status} for ${name}.`
    : isManifest
      ? `There is no search index: ${name} is missing.`
      : `The search index is incomplete: ${name} is missing.`;
  return new RequestFailure({ code: 'http', status, retryable: !isMissing && status >= 500, message });
}
