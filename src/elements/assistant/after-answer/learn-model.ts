import type { AssistantInfo } from '../../../protocol/api.ts';
import { ASSISTANT_ENDPOINT, endpointPath } from '../../../protocol/endpoints.ts';
import { storageKey, type CheckedStorage, type Site } from '../../../state/storage/storage.ts';
import type { AssistantContext } from '../context.ts';

/** Milliseconds until pages say what they say of any assistant. */
const TIMEOUT = 3000;
const HOUR = 3_600_000;
/** Milliseconds until a backend that refuses the question is asked again: each refusal is a line in the console of the browser. */
const MONTH = 30 * 24 * HOUR;

/** Whether a model may write the answers, and until when that is not asked again. */
type Known = readonly [hasModel: boolean, until: number];

/** Learn whether a language model may write the answers, for as long as they come from where they come from now. */
export async function learnModel(context: AssistantContext): Promise<void> {
  const { host, site, storage, store } = context;
  const isKnown = host.source || host.withoutModel || host.quotesIndex || host.missing.length > 0;
  const hasModel = Boolean(isKnown) || (await readModel(site, storage));
  if (store !== context.store) return;
  host.hasModel = hasModel;
  host.requestUpdate();
}

/**
 * Return whether there is a model, as the service says; only ours says it. Nothing is kept of one that has a model, because nothing is
 * written before a question where that is usual: the browser keeps its answer.
 */
async function readModel(site: Site, storage: CheckedStorage): Promise<boolean> {
  const key = storageKey(site, 'model');
  const now = Date.now();
  const [before, until] = storage.read(key, readKnown) ?? [true, 0];
  if (until > now && until <= now + MONTH) return before;
  const [hasModel, age] = await askService(site, before);
  storage.write(key, age > 0 ? ([hasModel, now + age] satisfies Known) : null);
  return hasModel;
}

/** @returns what is known now, and for how many milliseconds it is kept */
async function askService({ endpoint, domain }: Site, before: boolean): Promise<[boolean, number]> {
  const base = endpoint.trim().replace(/\/+$/, '');
  const path = endpointPath(ASSISTANT_ENDPOINT.template, { domain: domain.trim() });
  try {
    const response = await fetch(base + path, { signal: AbortSignal.timeout(TIMEOUT) });
    if (response.status === 429 || response.status >= 500) return [before, HOUR];
    if (!response.ok) return [true, MONTH];
    const info = (await response.json().catch(() => null)) as Partial<AssistantInfo> | null;
    return info?.hasModel === false ? [false, HOUR] : [true, 0];
  } catch {
    return [before, HOUR];
  }
}

function readKnown(value: unknown): Known | null {
  const [hasModel, until] = Array.isArray(value) ? (value as unknown[]) : [];
  return typeof hasModel === 'boolean' && typeof until === 'number' ? [hasModel, until] : null;
}
