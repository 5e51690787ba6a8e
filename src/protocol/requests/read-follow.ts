import type { FollowedLink } from '../api.ts';
import { readObject, readString } from './read-fields.ts';

/** Maximum length of a path of a page that was followed. */
export const MAX_FOLLOWED_PATH_CHARACTERS = 1024;
/** Maximum size of the report of a followed link, in bytes: the path, with room for escapes. */
export const MAX_FOLLOW_BYTES = 8_192;

/**
 * Check and rebuild the body of `POST /v1/insights/{domain}/follow`.
 *
 * @throws RequestRefusal `invalid-request` with the field that is wrong
 */
export function readFollow(value: unknown): FollowedLink {
  const { path } = readObject(value, undefined);
  // The path of the front page is empty.
  return { path: path === '' ? '' : readString(path, 'path', MAX_FOLLOWED_PATH_CHARACTERS) };
}
