import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GitSource } from '../project-options.ts';

const MAX_ADDRESS_LENGTH = 2_000;
const MAX_BRANCH_LENGTH = 250;
const ALLOWED_PROTOCOLS = new Set(['file:', 'https:', 'ssh:']);
/** `git@github.com:owner/name.git`. The part before the colon must not be an option or a protocol. */
const SHORT_SSH_ADDRESS = /^(?:[\w.-]+@)?\w[\w.-]*:(?![/:])[^\p{Cc}]+$/u;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** @throws TypeError when repository, branch or folder is invalid */
export function checkGitSource({ repository, branch, folder }: GitSource): void {
  readGitAddress(repository);
  if (branch !== undefined) readBranch(branch);
  readRepositoryFolder(folder ?? '');
}

/**
 * Check the address of a repository: a path on this machine, or an address with `https:`, `ssh:` or `file:`.
 *
 * @param folder base of relative paths
 * @throws TypeError
 */
export function readGitAddress(repository: string, folder = '.'): string {
  const refuse = (reason: string): never => {
    throw new TypeError(`docs-assistant service: the repository "${repository.slice(0, 100)}" ${reason}`);
  };
  if (repository === '' || repository.length > MAX_ADDRESS_LENGTH || CONTROL_CHARACTER.test(repository)) {
    refuse('cannot be meant');
  }
  if (repository.startsWith('-')) refuse('looks like an option');
  if (/^[\w+.-]+:\/\//.test(repository)) {
    const url = URL.canParse(repository) ? new URL(repository) : refuse('is no address');
    if (!ALLOWED_PROTOCOLS.has(url.protocol)) refuse('must be a path or begin with https:, ssh: or file:');
    if (url.protocol === 'file:') return `file://${fileURLToPath(url)}`;
    if (!/^[\w[]/.test(url.hostname)) refuse('names no host');
    return repository;
  }
  if (repository.includes('::')) refuse('must be a path or begin with https:, ssh: or file:');
  if (!isAbsolute(repository) && SHORT_SSH_ADDRESS.test(repository)) return repository;
  return resolve(folder, repository);
}

/**
 * Check the name of a branch by the rules of `git check-ref-format`.
 *
 * @throws TypeError
 */
export function readBranch(branch: string): string {
  const isRight =
    branch.length > 0 &&
    branch.length <= MAX_BRANCH_LENGTH &&
    !/^[-/]|[\s~^:?*[\\\p{Cc}]|\.\.|@\{|\/$|\.$|\/\/|\/\.|^\.|\.lock(?:\/|$)/u.test(branch) &&
    branch !== '@';
  if (!isRight) {
    throw new TypeError(`docs-assistant service: "${branch.slice(0, 100)}" is no name of a branch`);
  }
  return branch;
}

/**
 * Check a folder inside a repository. @returns it with `/`, without one at its ends; empty for the whole repository
 *
 * @throws TypeError
 */
export function readRepositoryFolder(folder: string): string {
  const segments = folder.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (isAbsolute(folder) || segments.includes('..') || /[\\\p{Cc}]/u.test(folder)) {
    throw new TypeError(`docs-assistant service: "${folder.slice(0, 100)}" is no folder inside a repository`);
  }
  return segments.join('/');
}
