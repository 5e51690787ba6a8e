import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** What a proof found: the claim with its figure, and whether it holds. */
export interface Finding {
  claim: string;
  figure: string;
  holds: boolean;
}

const begun = performance.now();

/** Print what is run, and on which machine. */
export function announce(what: string): void {
  console.log(what);
  console.log(`${describeMachine()}, load ${load()} at the start`);
}

/** Print the findings, and fail the command when one does not hold. */
export function conclude(findings: readonly Finding[]): void {
  for (const { claim, figure, holds } of findings)
    console.log(`${holds ? 'holds' : 'FAILS'}  ${claim}: ${figure}`);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`${seconds} s, load ${load()} at the end`);
  if (findings.some(({ holds }) => !holds)) process.exitCode = 1;
}

function describeMachine(): string {
  const gigabytes = (totalmem() / 1024 ** 3).toFixed(0);
  const model = cpus()[0]?.model.trim();
  return `Node ${process.version}, ${process.platform}, ${availableParallelism()} cores${model ? ` (${model})` : ''}, ${gigabytes} GB`;
}

/** Average number of processes that wanted a core in the last 1, 5 and 15 minutes. */
function load(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
}
