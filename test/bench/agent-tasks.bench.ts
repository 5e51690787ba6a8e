/**
 * What a task costs an agent: `npm run bench:agents [-- FOLDER TASKS]`. Twenty tasks over the documentation of this project, or over
 * another one (`agent-tasks-starlight.json` for `docs/src/content/docs` of Starlight's repository), by a client of the protocol's SDK that searches, and reads pages until it has the answer, and by a program that asks in addresses
 * (`llms.txt?ask=…`). Both ask the pages that were found for the answer before they read whole ones. Words only, so that the figures
 * are the same on every machine.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ASSISTANT_KEY, startService } from '../service/http-service.ts';

/** Pages that an agent reads before it gives up. */
const MAX_PAGES = 3;
const MOST = 1_000_000;

/** A question, and what an answer has: the source of a regular expression. */
interface Task {
  question: string;
  answer: string;
}

interface Cost {
  calls: number;
  characters: number;
  isFound: boolean;
}

const [
  dir = fileURLToPath(new URL('../../demo/docs/v2/en', import.meta.url)),
  file = fileURLToPath(new URL('agent-tasks.json', import.meta.url)),
] = process.argv.slice(2);
const tasks = (JSON.parse(await readFile(file, 'utf8')) as Task[]).map(
  ({ question, answer }) => [question, new RegExp(answer)] as const,
);
await using service = await startService({
  projects: [{ dir, domain: 'docs' }],
  rateLimits: { searchesPerKeyAndHour: MOST },
});
await service.service.ready;
const headers = { authorization: `Bearer ${ASSISTANT_KEY}` };
const client = new Client({ name: 'bench', version: '1.0.0' });
await client.connect(
  new StreamableHTTPClientTransport(new URL('/mcp/docs', service.url), { requestInit: { headers } }),
);

/** Call a tool. @returns the text that a model reads */
async function call(name: string, given: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: given });
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/** Return the texts in an answer of a tool as a model understands them: without the escapes of JSON. */
function plain(text: string): string {
  if (!text.startsWith('{')) return text;
  const texts: string[] = [];
  JSON.parse(text, (_, value: unknown) => {
    if (typeof value === 'string') texts.push(value);
  });
  return texts.join('\n');
}

/** Read texts one after the other until one has the answer. */
async function follow(answer: RegExp, first: string, more: Iterable<() => Promise<string>>): Promise<Cost> {
  let [calls, characters, isFound] = [1, first.length, answer.test(plain(first))];
  for (const read of more) {
    if (isFound) break;
    const text = await read();
    calls++;
    characters += text.length;
    isFound = answer.test(plain(text));
  }
  return { calls, characters, isFound };
}

async function byTools(question: string, answer: RegExp): Promise<Cost> {
  const found = await call('search', { query: question });
  const { results } = JSON.parse(found) as { results: { address: string }[] };
  const pages = [...new Set(results.map(({ address }) => address.replace(/#.*/, '')))].slice(0, MAX_PAGES);
  return follow(answer, found, [
    ...pages.map((address) => () => call('read_page', { address, question })),
    ...pages.map((address) => () => call('read_page', { address })),
  ]);
}

async function byAddress(question: string, answer: RegExp): Promise<Cost> {
  const list = new URL(`/pages/docs/llms.txt?${new URLSearchParams({ ask: question })}`, service.url);
  const get = async (url: URL) => (await fetch(url, { headers })).text();
  const found = await get(list);
  const sources = Array.from(found.matchAll(/^Source: ([^#\n]+)/gm), ([, source]) => source!);
  const pages = [...new Set(sources)].slice(0, MAX_PAGES);
  const asked = new URLSearchParams({ ask: question });
  return follow(answer, found, [
    ...pages.map((page) => () => get(new URL(`${page}?${asked}`, list))),
    ...pages.map((page) => () => get(new URL(page, list))),
  ]);
}

for (const [name, run] of Object.entries({
  'MCP: search, read_page': byTools,
  'HTTP: llms.txt?ask=': byAddress,
})) {
  const costs: Cost[] = [];
  for (const [question, answer] of tasks) {
    const cost = await run(question, answer);
    if (!cost.isFound) console.log(`  not found: ${question}`);
    costs.push(cost);
  }
  const mean = (value: (cost: Cost) => number) =>
    costs.reduce((sum, cost) => sum + value(cost), 0) / costs.length;
  const found = costs.filter(({ isFound }) => isFound).length;
  console.log(
    `${name}: ${found} of ${costs.length} found, ${mean(({ calls }) => calls).toFixed(2)} calls and ${Math.round(mean(({ characters }) => characters))} characters a task`,
  );
}
await client.close();
