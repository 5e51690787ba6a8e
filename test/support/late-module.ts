/** Path of a module, as a page asks for it. */
type ModulePath = `/src/${string}.ts`;

/** Have the next requests for a module fail, those that a browser repeats too. */
export async function refuseModule(path: ModulePath, times = 1): Promise<void> {
  await forget(path);
  for (let time = 0; time < times; time++) await tell('refuse', path);
}

/** Take back what is left of {@link refuseModule}: a browser that does not repeat a request would leave it to the next file. */
export async function acceptModule(path: ModulePath): Promise<void> {
  while (!(await fetch(path, { cache: 'reload' })).ok);
}

/** Hold a module back, as a slow network does. @returns lets it go */
export async function holdModule(path: ModulePath): Promise<() => Promise<void>> {
  await forget(path);
  await tell('hold', path);
  return () => tell('let-go', path);
}

/** Remove a module from the cache of the browser, where a test file before may have left it. */
async function forget(path: ModulePath): Promise<void> {
  await tell('refuse', path);
  await fetch(path, { cache: 'reload' });
}

async function tell(what: 'refuse' | 'hold' | 'let-go', path: ModulePath): Promise<void> {
  await fetch(`/__replies/${what}`, { method: 'PUT', body: JSON.stringify(path) });
}
