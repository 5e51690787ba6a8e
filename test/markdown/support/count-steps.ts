import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

// Optimized code does not count its calls, and one that is left is counted twice. When V8 optimizes depends on the machine.
for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * Count the blocks of the Markdown parser that V8 runs: functions, branches and turns of loops. Unlike a time, the
 * number is the same on every machine. What built-in functions do inside is not counted, nor is a function that has run
 * before this module was loaded: import it first.
 */
export async function countSteps(run: () => void): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes('/src/markdown/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}
