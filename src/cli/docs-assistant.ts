#!/usr/bin/env node
// No import before this check, because older versions could not parse the modules.
const NEEDED_VERSION = [22, 18] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED_VERSION[0] || (major === NEEDED_VERSION[0] && minor < NEEDED_VERSION[1])) {
  console.error(
    `docs-assistant needs Node.js ${NEEDED_VERSION.join('.')} or newer; this is ${process.versions.node}. Install a newer version: https://nodejs.org`,
  );
  process.exitCode = 1;
} else {
  const { run } = await import('./run.ts');
  const code = await run(process.argv.slice(2));
  // A serving command may have set an exit code since it started.
  if (code !== 0) process.exitCode = code;
}
