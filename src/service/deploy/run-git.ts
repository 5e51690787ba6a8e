import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { SourceFailure } from './docs-source.ts';
import { describeAddress } from './git-address.ts';

/** Timeout of one command, in milliseconds. */
const GIT_MILLISECONDS = 300_000;
/** Maximum output of one command, in bytes: the list of files of a very large repository. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Environment variables that git and its child processes inherit: keys, certificates, proxies. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'SystemRoot',
  'SSH_AUTH_SOCK',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'HTTPS_PROXY',
  'https_proxy',
  'NO_PROXY',
  'no_proxy',
  'XDG_CONFIG_HOME',
  'GIT_CONFIG_GLOBAL',
];
/**
 * Settings that run nothing from a repository: no hooks, no monitors, no submodules, no other protocols. Filters need no setting
 * because they would have to be in the configuration, and the mirror's is ours.
 */
const SETTINGS = [
  'protocol.allow=never',
  'protocol.file.allow=always',
  'protocol.https.allow=always',
  'protocol.ssh.allow=always',
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.askPass=',
  'core.quotePath=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'log.showSignature=false',
  'gc.autoDetach=false',
];

export interface GitOptions {
  signal: AbortSignal;
  /** The repository: a bare one, or a work tree. */
  gitDir?: string;
  /** Working directory. */
  cwd?: string;
  /** Default 300,000. */
  milliseconds?: number;
  environment?: Record<string, string>;
  /** Standard input. */
  input?: string;
}

/** A git command that failed. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
  /** Output of git on stderr, without user names, passwords and control characters. */
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

/**
 * Run the git of the system, without a shell and without prompts.
 *
 * @returns its output on stdout
 * @throws GitFailure, SourceFailure when git is not installed, or the reason of `signal`
 */
export async function runGit(args: readonly string[], options: GitOptions): Promise<string> {
  const { signal, gitDir, cwd, milliseconds = GIT_MILLISECONDS, environment, input } = options;
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(milliseconds);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = execFile(
    'git',
    [
      ...SETTINGS.flatMap((setting) => ['-c', setting]),
      '--no-optional-locks',
      ...(gitDir === undefined ? [] : [`--git-dir=${gitDir}`]),
      ...args,
    ],
    {
      ...(cwd !== undefined && { cwd }),
      env: { ...gitEnvironment(), ...environment },
      maxBuffer: MAX_OUTPUT_BYTES,
      signal: AbortSignal.any([signal, timeout]),
      killSignal: 'SIGKILL',
      windowsHide: true,
    },
    (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (signal.aborted) reject(signal.reason as Error);
      else if (error.code === 'ENOENT') {
        reject(new SourceFailure('git cannot be started. Install git on the machine that runs the service.'));
      } else if (timeout.aborted) {
        reject(new GitFailure(`git ${args[0]} did not end within ${milliseconds / 1000} seconds`, ''));
      } else {
        const output = cleanOutput(stderr, args);
        // The message of the error has the whole command.
        reject(new GitFailure(`git ${args[0]} failed: ${output || `exit code ${error.code}`}`, output));
      }
    },
  );
  // Ignore a broken pipe: the exit code reports a command that ends before it has read its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input ?? '');
  return promise;
}

function gitEnvironment(): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_SSH_COMMAND: process.env['GIT_SSH_COMMAND'] ?? 'ssh -o BatchMode=yes -o ConnectTimeout=15',
  };
}

/**
 * Make output of git safe for a log: remove passwords inside addresses and control characters.
 *
 * @param args of the command: after `--`, an address may come
 */
function cleanOutput(text: string, args: readonly string[]): string {
  const address = args.includes('--') ? args[args.indexOf('--') + 1]! : '';
  const shown = describeAddress(address);
  if (shown === null) return '';
  return withoutCredentials(address === '' ? text : text.replaceAll(address, () => shown))
    .replace(/^(?:hint|warning): .*$/gm, '')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
}

/** Replace addresses by what may be shown of them. */
function withoutCredentials(text: string): string {
  return text.replace(/[a-z][\w+.-]*:\/\/\S+/gi, (found) => {
    const end = /['")\].,:;>]*$/.exec(found)!;
    return `${describeAddress(found.slice(0, end.index)) ?? '[address]'}${end[0]}`;
  });
}
