import { moduleAddress, type ModulePath } from './module-address.ts';

/** Requests that are refused: more than a test makes. */
const MANY = 20;

/** Load a module from where the elements load it: afterwards they have it, too. */
export async function loadModule(path: ModulePath): Promise<void> {
  await import(moduleAddress(path));
}

/** Have the next requests for a module fail, those that a browser repeats too. */
export async function refuseModule(path: ModulePath, times = 1): Promise<void> {
  await refuse(moduleAddress(path), times);
}

/** Take back what is left of {@link refuseModule}: a browser that does not repeat a request would leave it to the next file. */
export async function acceptModule(path: ModulePath): Promise<void> {
  while (!(await fetch(moduleAddress(path), { cache: 'reload' })).ok);
}

/** Hold a module back, as a slow network does. @returns lets it go */
export async function holdModule(path: ModulePath): Promise<() => Promise<void>> {
  const address = moduleAddress(path);
  await forget(address);
  await tell('hold', address);
  return () => tell('let-go', address);
}

/** Have requests for a file fail, however many there are: opening an index asks once, and each question again. @returns ends this */
export async function refuseFile(address: string): Promise<() => Promise<void>> {
  for (let time = 0; time < MANY; time++) await tell('refuse', address);
  return () => tell('let-go', address);
}

let canRetry: Promise<boolean> | undefined;

/** Whether `import()` tries again after a failure. Firefox remembers for the life of a page that a module did not load. */
export function loadsFailedModulesAgain(): Promise<boolean> {
  return (canRetry ??= loadTwice());
}

async function loadTwice(): Promise<boolean> {
  const address = '/test/support/fake-frames.ts';
  await refuse(address, 1);
  await import(address).catch(() => {});
  return import(address).then(
    () => true,
    () => false,
  );
}

async function refuse(address: string, times: number): Promise<void> {
  await forget(address);
  for (let time = 0; time < times; time++) await tell('refuse', address);
}

/** Whether a page has got an answer for a module, a failure included. */
export function isAnswered({ performance }: Window, path: ModulePath): boolean {
  return performance
    .getEntriesByType('resource')
    .some(({ name }) => new URL(name).pathname === moduleAddress(path));
}

/** Remove a module from the cache of the browser, where a test file before may have left it. */
async function forget(address: string): Promise<void> {
  await tell('refuse', address);
  await fetch(address, { cache: 'reload' });
}

async function tell(what: 'refuse' | 'hold' | 'let-go', address: string): Promise<void> {
  await fetch(`/__replies/${what}`, { method: 'PUT', body: JSON.stringify(address) });
}
