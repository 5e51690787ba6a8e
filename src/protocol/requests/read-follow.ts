import type { FollowedLink } from '../api.ts';
import { readObject, readOptional, readString, refuse } from './read-fields.ts';
import { MAX_FILTER_CHARACTERS } from './read-request.ts';

/** Longest path of a page that was followed. */
export const MAX_FOLLOWED_PATH_CHARACTERS = 1024;
/** Bytes of the report of a followed link: the path, with room for escapes. */
export const MAX_FOLLOW_BYTES = 8_192;
/** Where a link can be followed from. */
export const FOLLOW_ORIGINS = ['search', 'answer'] as const;

/**
 * Check and rebuild the body of `POST /v1/insights/{domain}/follow`.
 *
 * @throws RequestRefusal `invalid-request` with the field that is wrong
 */
export function readFollow(value: unknown): FollowedLink {
  const body = readObject(value, undefined);
  const version = readOptional(body['version'], 'version', readScope);
  const language = readOptional(body['language'], 'language', readScope);
  const from = readOptional(body['from'], 'from', readOrigin);
  return {
    path: readPath(body['path']),
    ...(version !== undefined && { version }),
    ...(language !== undefined && { language }),
    ...(from !== undefined && { from }),
  };
}

/** The path of the front page is empty. */
function readPath(value: unknown): string {
  return value === '' ? '' : readString(value, 'path', MAX_FOLLOWED_PATH_CHARACTERS);
}

function readScope(value: unknown, field: string): string | undefined {
  return value === '' ? undefined : readString(value, field, MAX_FILTER_CHARACTERS);
}

function readOrigin(value: unknown, field: string): (typeof FOLLOW_ORIGINS)[number] {
  return FOLLOW_ORIGINS.find((known) => known === value) ?? refuse(field, 'must be "search" or "answer"');
}
