import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GitSource } from '../project-options.ts';

const MAX_ADDRESS_LENGTH = 2_000;
const MAX_BRANCH_LENGTH = 250;
const ALLOWED_PROTOCOLS = new Set(['file:', 'https:', 'ssh:']);
/** An address with a scheme. */
const WITH_SCHEME = /^[a-z][\w+.-]*:\/\//i;
/**
 * `git@github.com:owner/name.git`. Without a user, the host must have a dot: otherwise `https:host/x`, `data:,x` and `C:\docs` would be
 * hosts. The path has no `@`, because what precedes that would be a password.
 */
const SHORT_SSH_ADDRESS = /^(?:[\w.-]+@(\w[\w.-]*)|(\w[\w-]*(?:\.[\w-]+)+)):(?![/:])([^@\p{Cc}]+)$/u;
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
    const shown = describeAddress(repository);
    const named = shown === null ? '' : ` "${shown.slice(0, 100)}"`;
    throw new TypeError(`docs-assistant service: the repository${named} ${reason}`);
  };
  if (repository === '' || repository.length > MAX_ADDRESS_LENGTH || CONTROL_CHARACTER.test(repository)) {
    refuse('cannot be meant');
  }
  if (repository.startsWith('-')) refuse('looks like an option');
  if (WITH_SCHEME.test(repository)) {
    const url = URL.canParse(repository) ? new URL(repository) : refuse('is no address');
    if (!ALLOWED_PROTOCOLS.has(url.protocol)) refuse(`must ${FORMS}`);
    if (url.protocol === 'file:') return url.host ? refuse('names a host') : `file://${fileURLToPath(url)}`;
    if (!/^[\w[]/.test(url.hostname)) refuse('names no host');
    if (/\s/.test(repository)) refuse('has blanks');
    return repository;
  }
  if (repository.startsWith('//')) refuse(`must ${FORMS}`);
  if (isAbsolute(repository)) return repository;
  if (SHORT_SSH_ADDRESS.test(repository)) return repository;
  // Git would take it for a host, or it is half an address, with a password.
  if (/::|:\/\/|^[^/]*[:@]/.test(repository)) refuse(`must ${FORMS}`);
  return resolve(folder, repository);
}

const FORMS = 'be a path, user@host:path, or begin with https://, ssh:// or file://';

/**
 * Return an address of a repository as logs and messages may show it: without user, password, query and fragment. `null` for one that
 * cannot be read without doubt, because any part of it may be a password.
 */
export function describeAddress(address: string): string | null {
  if (WITH_SCHEME.test(address)) {
    if (!URL.canParse(address)) return null;
    const { protocol, host, pathname, search, hash } = new URL(address);
    // An `@` after the host may be one within a password that has `/`, `?` or `#` in it.
    return `${pathname}${search}${hash}`.includes('@') ? null : `${protocol}//${host}${pathname}`;
  }
  const [, userHost, host = userHost, path = ''] = SHORT_SSH_ADDRESS.exec(address) ?? [];
  if (host !== undefined && !isAbsolute(address)) return `${host}:${path.replace(/[?#].*/, '')}`;
  const isPath = isAbsolute(address) || /^\.{0,2}[\w/ .-]*$/.test(address);
  // Half an address, whose scheme was forgotten.
  const isHalf = /^\/\/|:.*@/s.test(address);
  return isPath && !isHalf ? address.replace(/\p{Cc}/gu, '') : null;
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
