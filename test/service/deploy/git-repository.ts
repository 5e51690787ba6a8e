import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder, type TemporaryFolder } from '../docs-folder.ts';

/** A real repository with a work tree, gone at the end of the test. */
export interface GitRepository extends TemporaryFolder {
  git(...args: string[]): string;
  /** Writes files (`null`: removes one) and commits. @returns the commit */
  commit(files: Record<string, string | null>, message?: string): Promise<string>;
  link(target: string, name: string): Promise<void>;
}

/** As in a fresh account: no configuration of the machine that runs the tests. */
const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada Writer',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada Writer',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

export async function createRepository(
  files: Record<string, string> = {},
  branch = 'main',
): Promise<GitRepository> {
  const folder = await temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder.path, env: ENVIRONMENT, encoding: 'utf8' }).trim();
  git('init', '--quiet', `--initial-branch=${branch}`);
  const repository: GitRepository = {
    ...folder,
    git,
    async commit(changes, message = 'Change the documentation') {
      for (const [file, content] of Object.entries(changes)) {
        if (content === null) await folder.remove(file);
        else await folder.write({ [file]: content });
      }
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD');
    },
    link: (target, name) => symlink(target, join(folder.path, name)),
  };
  if (Object.keys(files).length > 0) await repository.commit(files, 'Begin');
  return repository;
}
