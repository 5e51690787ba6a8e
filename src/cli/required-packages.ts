import { isInstalled, missingPackages } from '../service/optional-package.ts';
import type { Settings } from './settings.ts';

type Needing = Pick<
  Settings,
  'model' | 'embeddings' | 'databaseUrl' | 'redisUrl' | 'metricsKey' | 'enginePlace'
>;

const MODEL_PACKAGES = ['ai', '@ai-sdk/openai-compatible'];

/**
 * Check that the optional packages of all settings are there, so that one command installs them all. Each part says by itself what it
 * misses, but only when it is its turn.
 *
 * @throws Error with the command
 */
export function requirePackages(settings: Partial<Needing>): void {
  const { model, embeddings, databaseUrl, redisUrl, metricsKey, enginePlace } = settings;
  const hasEndpoint = process.env['DOCS_EMBEDDINGS_URL'] || (embeddings && 'url' in embeddings);
  const needs = [
    { purpose: 'Answering with a language model', isUsed: model != null, packages: MODEL_PACKAGES },
    { purpose: 'Keeping state in PostgreSQL', isUsed: databaseUrl !== undefined, packages: ['pg'] },
    { purpose: 'Counting in Redis', isUsed: redisUrl !== undefined, packages: ['ioredis'] },
    { purpose: 'Metrics', isUsed: metricsKey !== undefined, packages: ['prom-client'] },
    {
      purpose: 'The search engine LanceDB',
      isUsed: enginePlace !== undefined,
      packages: ['@lancedb/lancedb', 'apache-arrow'],
    },
  ].filter(({ isUsed, packages }) => isUsed && !packages.every(isInstalled));
  if (needs.length === 0) return;
  // Without them the search goes on by words, and says so.
  const more = hasEndpoint ? MODEL_PACKAGES.filter((name) => !isInstalled(name)) : [];
  const packages = [...needs.flatMap((need) => need.packages), ...more];
  throw missingPackages(
    needs.map(({ purpose }) => purpose),
    [...new Set(packages)],
  );
}
