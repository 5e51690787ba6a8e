import type { AssistantInfo } from '../../../protocol/api.ts';
import { ASSISTANT_ENDPOINT, endpointPath } from '../../../protocol/endpoints.ts';
import { storageKey, type CheckedStorage, type Site } from '../../../state/storage/storage.ts';

/** Milliseconds until pages say what they say of any assistant. */
const TIMEOUT = 3000;

/**
 * Return whether a language model may write the answers, as the service says; only ours says it. That it has none is kept for this tab;
 * else nothing is written before a question.
 */
export async function learnModel(site: Site, tabStorage: CheckedStorage): Promise<boolean> {
  if (!site.endpoint.trim() || !site.domain.trim()) return true;
  const key = storageKey(site, 'model');
  const known = tabStorage.read(key, (value) => (value === false ? value : null));
  if (known === false) return known;
  const hasModel = await askService(site);
  if (!hasModel) tabStorage.write(key, hasModel);
  return hasModel;
}

async function askService({ endpoint, domain }: Site): Promise<boolean> {
  const base = endpoint.trim().replace(/\/+$/, '');
  try {
    const response = await fetch(
      base + endpointPath(ASSISTANT_ENDPOINT.template, { domain: domain.trim() }),
      {
        signal: AbortSignal.timeout(TIMEOUT),
      },
    );
    return ((await response.json()) as Partial<AssistantInfo>).hasModel !== false;
  } catch {
    return true;
  }
}
