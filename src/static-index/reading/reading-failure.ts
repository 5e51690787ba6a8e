import { RequestFailure } from '../../protocol/failures/failure.ts';
import { StaticIndexError } from '../format/index-error.ts';

/** Return whatever was thrown while an index was read as the failure of a search, in one sentence. */
export function toReadingFailure(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  if (error instanceof StaticIndexError) {
    const code = error.code === 'too-large' ? 'too-large' : 'bad-content';
    // An upload that goes on replaces what is truncated, or stands in the place of a file.
    const retryable = error.code === 'not-an-index' || error.code === 'damaged';
    return new RequestFailure({ code, retryable, message: error.message }, { cause: error });
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
  if (isMissing && !isManifest) {
    // There is an index, so that the address is right.
    const message = `The search index is incomplete: ${name} is missing.`;
    return new RequestFailure({ code: 'bad-content', retryable: true, message });
  }
  const message = isMissing
    ? `There is no search index: ${name} is missing.`
    : `The host of the search index answered with status ${status} for ${name}.`;
  return new RequestFailure({ code: 'http', status, retryable: status >= 500, message });
}
