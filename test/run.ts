/**
 * `npm test` (`node test/run.ts node chromium`): the tests of Node's side and of the package, then the elements as they ship, in
 * Chromium. `npm run test:firefox` and `test:webkit`: the elements in these browsers. `npm run test:e2e`: the demo and
 * the packed package, driven, and recipes on their platforms. `npm run test:hosts`: sites and apps of others, built and driven.
 * What failed is said once more at the end, where it is found in a long log. The last line adds up; the exit code is 0 when nothing failed.
 */
import { globSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { defaultReporter, startTestRunner, type TestSession } from '@web/test-runner';
import { findChromium, findFirefox, findWebKit } from './support/browser.ts';
import { PATIENCE } from './support/until.ts';
import { createConfig } from './web-test-runner.config.mjs';

interface Counts {
  passed: number;
  failed: number;
}

/** What came of files that Node has run. */
interface NodeOutcome extends Counts {
  /** Files that have failed, or of which nothing was heard, with the number of tests that have passed in them. */
  readonly failedFiles: ReadonlyMap<string, number>;
}

/** As web-test-runner gives the results of one file. */
interface Suite {
  readonly suites: readonly Suite[];
  readonly tests: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly skipped: boolean;
    readonly error?: { readonly message: string };
  }[];
}

/** The configuration, also for some of the files. */
type BrowserConfig = Omit<Awaited<ReturnType<typeof createConfig>>, 'files'> & {
  readonly files: string | string[];
};

/** Milliseconds that one file of Node tests may take, the first start of a browser included. */
const NODE_FILE_TIMEOUT = 15 * PATIENCE;
/** The same for a file that builds many projects. */
const LONG_FILE_TIMEOUT = 3 * NODE_FILE_TIMEOUT;
/** Milliseconds without a word from any of them. */
const MAX_SILENCE = NODE_FILE_TIMEOUT + PATIENCE;
const NODE_TESTS = 'test/!(elements|e2e|recipes|hosts)/**/*.test.ts';
const E2E_TESTS = 'test/{e2e,recipes}/*.test.ts';
const HOST_TESTS = 'test/hosts/*.test.ts';
/** What the runner says of a page that was left by a test, or kept busy by one. */
const LEFT_OR_BUSY = /page navigated|page was reloaded|did not finish/;
/**
 * Most failed files of a browser, or of those that drive one, that CI runs once more: a race that shows once in thousands of tests on a
 * loaded machine is printed as unstable, and does not hold up what is green otherwise. With more of them, something is broken.
 */
const MAX_RERUN_FILES = process.env['CI'] ? 2 : 0;

// Modules without their types, compiled, for the processes and threads of all files: they start in two thirds of the time.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');
// The program is tested as it ships, which `npm test` has built; it also starts in less than half the time.
process.env['TEST_SHIPPED'] = '1';

const chromium = await findChromium();
const absent = 'not installed, so the elements are not tested in it';
console.log(`Chromium: ${chromium.from}`);
console.log(`Firefox: ${findFirefox()?.from ?? absent}`);
console.log(`WebKit: ${findWebKit()?.driver ?? absent}\n`);

process.on('unhandledRejection', (error) => {
  // WebDriver's client rejects a request that is under way when its session ends. A file without results counts as failed all the same.
  if ((error as { code?: unknown } | null)?.code !== 'UND_ERR_DESTROYED') throw error;
  console.log(`A browser was ended during a request: ${String(error)}`);
});

/** What failed once and passed then: to be looked into, because a race in a test often is one in the product. */
const unstable: string[] = [];
/** What failed, a line each: file, test and error. */
const failures: string[] = [];
/** Name of what is tested, and its tests. A browser that is not installed has none. */
const STAGES: Readonly<Record<string, [string, () => Promise<Counts | null>]>> = {
  node: ['Node', () => runNodeTests()],
  chromium: ['Chromium', () => runBrowserTests('chromium')],
  firefox: ['Firefox', () => runBrowserTests('firefox')],
  webkit: ['WebKit', () => runBrowserTests('webkit')],
  e2e: ['End to end', () => runLongTests(E2E_TESTS)],
  hosts: ['Hosts', () => runLongTests(HOST_TESTS)],
};
const total: Counts = { passed: 0, failed: 0 };
const summary: string[] = [];
let isMissingBrowser = false;
for (const stage of process.argv.slice(2)) {
  const start = performance.now();
  const [name, runTests] = STAGES[stage]!;
  const counts = await runTests();
  if (counts === null) {
    isMissingBrowser = true;
    summary.push(`${name}: ${absent}`);
    continue;
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  summary.push(`${name}: ${counts.passed} passed, ${counts.failed} failed, in ${minutes} minutes`);
}

for (const line of failures) console.log(`\nFailed: ${line}`);
console.log(`\n${summary.join('\n')}`);
for (const file of unstable) console.log(`Unstable, failed once and passed then: ${file}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${unstable.length} unstable`);
process.exit(total.failed === 0 && (total.passed > 0 || isMissingBrowser) ? 0 : 1);

/** Run the files one at a time, since each starts browsers and bundlers of its own, and again those few that fail. */
async function runLongTests(pattern: string): Promise<Counts> {
  const first = await runNodeTests(pattern, 1, LONG_FILE_TIMEOUT);
  const { failedFiles } = first;
  if (failedFiles.size === 0 || failedFiles.size > MAX_RERUN_FILES) return first;
  const files = [...failedFiles.keys()];
  console.log(`These failed, and are run once more: ${files.join(', ')}`);
  const again = await runNodeTests(files, 1, LONG_FILE_TIMEOUT);
  unstable.push(...files.filter((file) => !again.failedFiles.has(file)));
  const passed = [...failedFiles.values()].reduce((sum, count) => sum - count, first.passed + again.passed);
  return { passed, failed: again.failed };
}

async function runNodeTests(
  patterns: string | readonly string[] = NODE_TESTS,
  concurrency = availableParallelism(),
  timeout = NODE_FILE_TIMEOUT,
): Promise<NodeOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<NodeOutcome>();
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const found = globSync(patterns, { cwd, exclude: ['**/node_modules/**'] }).map((file) =>
    resolvePath(cwd, file),
  );
  const unheard = new Set(found);
  const failedFiles = new Map(found.map((file) => [file, 0]));
  // Not with `forceExit`, which loses what some files had to tell. Files wait for processes of their own much of the time, so that
  // there is work for as many of them as there are processors; `true` would leave one idle.
  const stream = run({
    cwd,
    files: found,
    timeout,
    concurrency,
  });
  // A file that has left something open is waited for without end. What is thrown here the runner keeps to itself.
  const giveUp = (): never => {
    console.log(`These do not end: ${[...unheard].join(', ')}`);
    process.exit(1);
  };
  let silence = setTimeout(giveUp, MAX_SILENCE);
  let isDone = false;
  stream.on('data', () => {
    clearTimeout(silence);
    // The summary itself is data, too: nothing is waited for after it.
    if (!isDone) silence = setTimeout(giveUp, MAX_SILENCE);
  });
  stream.on('test:summary', ({ file, counts, success }) => {
    const { passed } = counts;
    const failed = counts.tests - passed - counts.skipped;
    // Every file has a summary of its own; the one without a file is that of them all.
    if (file !== undefined) {
      unheard.delete(file);
      if (success) failedFiles.delete(file);
      else failedFiles.set(file, passed);
      return;
    }
    isDone = true;
    clearTimeout(silence);
    for (const lost of unheard) console.log(`Nothing was heard of ${lost}.`);
    resolve({ passed, failed: failed + unheard.size, failedFiles });
  });
  stream.on('test:fail', ({ name, file, details: { error, type } }) => {
    if (type !== 'suite') failures.push(`${file}: ${name}: ${String(error.cause ?? error)}`);
  });
  stream.on('error', reject);
  stream.compose(new spec()).pipe(process.stdout);
  return promise;
}

/** Run the tests of the elements in a browser. @returns `null` if it is not installed */
async function runBrowserTests(browserName: string): Promise<Counts | null> {
  const create = (): ReturnType<typeof createConfig> => createConfig({ isBundled: true, browserName });
  const config = await create();
  if (config.browsers.length === 0) return null;
  let sessions = await runInBrowser(config);
  const failed = sessions.filter((session) => !session.passed);
  const lost = failed.filter(isLost);
  const doubtful = failed.length - lost.length <= MAX_RERUN_FILES ? failed : lost;
  if (doubtful.length > 0) {
    for (const session of doubtful) {
      const why = isLost(session) ? session.errors.map(({ message }) => message).join(' ') : 'see above';
      console.log(`${session.testFile} is run once more, which failed: ${why}`);
    }
    const again = await runInBrowser({
      ...(await create()),
      files: doubtful.map(({ testFile }) => testFile),
    });
    sessions = [...sessions.filter((session) => !doubtful.includes(session)), ...again];
    unstable.push(
      ...again.filter(({ passed }) => passed).map(({ testFile }) => `${testFile} in ${browserName}`),
    );
  }
  const counts: Counts = { passed: 0, failed: 0 };
  for (const { testFile, passed, errors, testResults } of sessions) {
    const tests = testResults === undefined ? [] : listTests(testResults);
    const failedTests = tests.filter((one) => !one.passed && !one.skipped);
    counts.passed += tests.filter((one) => one.passed && !one.skipped).length;
    // A file that could not be loaded has no tests, and has failed all the same.
    counts.failed += passed ? 0 : Math.max(failedTests.length, 1);
    for (const { message } of errors) failures.push(`${testFile} in ${browserName}: ${message}`);
    for (const { name, error } of failedTests)
      failures.push(`${testFile} in ${browserName}: ${name}: ${error?.message}`);
  }
  return counts;
}

async function runInBrowser(config: BrowserConfig): Promise<TestSession[]> {
  const runner = await startTestRunner({
    config: { ...config, reporters: [defaultReporter({ reportTestProgress: false })] },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (runner === undefined) throw new Error('The browser tests could not be started.');
  const { promise: stopped, resolve } = Promise.withResolvers<boolean>();
  runner.on('stopped', resolve);
  await stopped;
  return [...runner.sessions.all()];
}

/**
 * Whether no test of a file has a result because its browser did not start, crashed or was cut off. Not one whose page
 * was left by a test, or was kept busy by one: that is a failure.
 */
function isLost({ passed, testResults, errors }: TestSession): boolean {
  return !passed && testResults === undefined && !errors.some(({ message }) => LEFT_OR_BUSY.test(message));
}

/** The tests of a file, those of its suites included. */
function listTests({ tests, suites }: Suite): Suite['tests'] {
  return [...tests, ...suites.flatMap(listTests)];
}
