import type { Counter, LimitStore } from './rate-limit.ts';

/**
 * Run a Lua script on the server, like the `EVAL` command, and return its result. Every client has a call for it:
 *
 * - ioredis: `(script, keys, values) => redis.eval(script, keys.length, ...keys, ...values)`
 * - redis (node-redis): `(script, keys, values) => client.eval(script, { keys, arguments: values })`
 * - Upstash over HTTP: `(script, keys, values) => redis.eval(script, keys, values)`
 */
export type EvaluateScript = (script: string, keys: string[], values: string[]) => Promise<unknown>;

/**
 * All or none, atomically, because the server runs nothing else during a script. Ready-made limiters check one counter at a time:
 * of two counters, one could be charged for a request that the other refuses.
 */
const CHARGE = `
local accepted, counts = 1, {}
for index, key in ipairs(KEYS) do
  counts[index] = tonumber(redis.call('GET', key) or '0')
  if counts[index] >= tonumber(ARGV[2 * index - 1]) then accepted = 0 end
end
if accepted == 1 then
  for index, key in ipairs(KEYS) do
    counts[index] = redis.call('INCR', key)
    redis.call('PEXPIREAT', key, ARGV[2 * index])
  end
end
return {accepted, unpack(counts)}
`;

const ADD = `
for index, key in ipairs(KEYS) do
  redis.call('INCRBY', key, ARGV[2 * index - 1])
  redis.call('PEXPIREAT', key, ARGV[2 * index])
end
`;

/**
 * Create counters in Redis or Valkey, exact for any number of processes. The clocks of those processes should agree, because they
 * decide when a window ends.
 *
 * @param evaluate runs a script with your client
 * @param options.prefix distinguishes these counters from everything else on the server, default `docs-assistant`. Two sites on
 * one server need different ones. All keys have it in braces, so that a cluster keeps them on one node.
 */
export function createRedisLimitStore(
  evaluate: EvaluateScript,
  options: { prefix?: string } = {},
): LimitStore {
  const { prefix = 'docs-assistant' } = options;
  const toKey = ({ key }: Pick<Counter, 'key'>) => `{${prefix}}:${key}`;
  return {
    async charge(counters) {
      const keys = counters.map(toKey);
      const values = counters.flatMap(({ limit, expiresAt }) => [String(limit), String(expiresAt)]);
      const [accepted, ...counts] = ((await evaluate(CHARGE, keys, values)) as unknown[]).map(Number);
      return { accepted: accepted === 1, counts };
    },
    async add(uses) {
      const values = uses.flatMap(({ count, expiresAt }) => [String(count), String(expiresAt)]);
      await evaluate(ADD, uses.map(toKey), values);
    },
  };
}
