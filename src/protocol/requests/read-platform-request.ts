import type { AgentPrompt, PageRequest, PreviewRequest } from '../api.ts';
import { readObject, readOptional, readString, refuse } from './read-fields.ts';
import { readGroups } from './read-request.ts';

/** Reads the bodies of requests that only the hosted platform knows. */

/** Maximum length of a task for an agent, and of a message to it. */
export const MAX_PROMPT_CHARACTERS = 10_000;
/** Maximum length of the name of a branch: what file systems of git servers take. */
export const MAX_BRANCH_CHARACTERS = 255;
/** Maximum length of the path of a page that is read. */
export const MAX_READ_PATH_CHARACTERS = 1024;
/** Maximum size of such a body, in bytes: a prompt, with room for escapes. */
export const MAX_PLATFORM_BYTES = 65_536;

/** Characters that git takes in no name of a branch. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const NOT_IN_BRANCH = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|^[-/]|[/.]$/;

/** @throws RequestRefusal `invalid-request` with the field that is wrong */
export function readAgentPrompt(value: unknown): AgentPrompt {
  const prompt = readString(readObject(value, undefined)['prompt'], 'prompt', MAX_PROMPT_CHARACTERS);
  if (prompt.trim() === '') refuse('prompt', 'must not be blank');
  return { prompt };
}

/** @throws RequestRefusal `invalid-request` with the field that is wrong */
export function readPreviewRequest(value: unknown): PreviewRequest {
  const branch = readString(readObject(value, undefined)['branch'], 'branch', MAX_BRANCH_CHARACTERS);
  if (!isBranch(branch)) refuse('branch', 'must be the name of a branch');
  return { branch };
}

/** Whether git takes a name for a branch. */
export function isBranch(name: string): boolean {
  return name !== '' && name.length <= MAX_BRANCH_CHARACTERS && !NOT_IN_BRANCH.test(name);
}

/** @throws RequestRefusal `invalid-request` with the field that is wrong */
export function readPageRequest(value: unknown): PageRequest {
  const { path, groups: given } = readObject(value, undefined);
  const groups = readOptional(given, 'groups', readGroups);
  return {
    path: readString(path, 'path', MAX_READ_PATH_CHARACTERS),
    ...(groups !== undefined && { groups }),
  };
}
