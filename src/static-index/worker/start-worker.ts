import { workerAddress } from './worker-address.ts';

/** Name of the policy for Trusted Types, which passes the address of the worker alone. */
const POLICY = 'docs-assistant';

/** What the compiler does not know of Trusted Types. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

let trustedAddress: string | undefined;

/** Start the worker that reads indexes. @returns `null` where its file is on another origin, or a policy of the page refuses it */
export function startWorker(): Worker | null {
  if (new URL(workerAddress).origin !== location.origin) return null;
  try {
    trustedAddress ??= trust(workerAddress);
    return new Worker(trustedAddress, { type: 'module', name: POLICY });
  } catch {
    return null;
  }
}

function trust(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  // Where the browser has none, the name may be that of an element of the page.
  const policy = trustedTypes?.createPolicy?.(POLICY, { createScriptURL: () => address });
  return policy?.createScriptURL(address) ?? address;
}
