import type { HostedIndex } from './index-server.ts';

/** Have a folder of a static host. @param address one that is there already, which is uploaded anew @returns its address */
export async function hostIndex(
  hosted: HostedIndex,
  address = `/__index/${crypto.randomUUID()}/`,
): Promise<string> {
  await fetch(address, { method: 'PUT', body: JSON.stringify(hosted) });
  return address;
}

/** Collect what the elements write to the console as warnings, in the place of doing so. @returns ends this */
export function collectWarnings(warnings: string[]): () => void {
  const { warn } = console;
  console.warn = (...parts) => {
    // Lit warns, too.
    const [first] = parts as unknown[];
    if (typeof first === 'string' && first.startsWith('docs-assistant:')) warnings.push(first);
    else warn(...parts);
  };
  return () => (console.warn = warn);
}
