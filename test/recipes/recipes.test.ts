import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { DocsClient } from '../../src/client.ts';
import {
  ASSISTANT_KEY,
  collect,
  DOCS,
  question,
  startService,
  textOf,
  type RunningService,
} from '../service/http-service.ts';
import { startUpstream } from '../proxy/upstream.ts';
import { FRAMEWORKS } from './frameworks.ts';
import {
  addRecipe,
  createFrameworkProject,
  createProject,
  start,
  UPSTREAM_KEY,
  withoutRuntime,
  type Project,
  type RunningRecipe,
} from './recipe.ts';

/** Asks the real service through a recipe. */
async function checkRecipe(url: string, service: RunningService): Promise<void> {
  const client = new DocsClient({ endpoint: `${url}/docs-api`, domain: 'docs' });
  const events = await collect(client.answer(question('How are redirects written?')));
  assert.match(textOf(events), /redirects\.txt/);
  assert.equal(events.at(-1)!.type, 'end');
  const thread = events.find((event) => event.type === 'thread');
  assert.ok(thread?.threadId);
  assert.ok((await client.search({ query: 'compression' })).length > 0);
  const headers = { 'content-type': 'application/json' };
  const other = await fetch(`${url}/docs-api/v1/search/other`, { method: 'POST', headers, body: '{}' });
  assert.deepEqual([other.status, (await other.json()).code], [404, 'not-found']);
  assert.deepEqual(service.failures, []);
}

interface EndlessUpstream extends AsyncDisposable {
  url: string;
  /** Resolves when a question is let go. */
  letGo: Promise<void>;
}

/** Begins an answer and never ends it. */
async function startEndlessUpstream(): Promise<EndlessUpstream> {
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  const upstream = await startUpstream((response) => {
    response.once('close', resolve);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"type":"start"}\n\n');
  });
  return { url: upstream.url, letGo, [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose]() };
}

/** Asks a question and takes the beginning of the answer, which has no end. @returns how to leave */
async function begin(url: string): Promise<AbortController> {
  const visitor = new AbortController();
  const response = await fetch(`${url}/docs-api/v1/assistant/docs/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question('Are you still there?')),
    signal: visitor.signal,
  });
  const { value } = await response.body!.getReader().read();
  assert.equal(new TextDecoder().decode(value), 'data: {"type":"start"}\n\n');
  return visitor;
}

/** Leaves in the middle of an answer; resolves when the upstream has noticed. */
async function checkLeaving(url: string, upstream: EndlessUpstream): Promise<void> {
  const visitor = await begin(url);
  visitor.abort();
  await upstream.letGo;
}

describe('a recipe', () => {
  let project: Project;
  let service: RunningService;
  let environment: Record<string, string>;

  before(async () => {
    assert.equal(UPSTREAM_KEY, ASSISTANT_KEY);
    project = await createProject();
    service = await startService({ projects: [{ dir: DOCS, domain: 'docs', projectId: 'project-1' }] });
    environment = { DOCS_UPSTREAM: service.url };
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await project[Symbol.asyncDispose]();
  });

  const commands: [recipe: string, command: string, args: string[]][] = [
    ['node', 'node', []],
    ['express', 'node', []],
    ['fastify', 'node', []],
    ['hono', 'node', []],
    ['deno', 'deno', ['serve', '--allow-net', '--allow-env', '--host', '127.0.0.1', '--port', '0']],
    ['bun', 'bun', []],
  ];
  for (const [recipe, command, args] of commands) {
    const skip = command === 'node' ? false : withoutRuntime(command);
    it(`for ${recipe} answers`, { skip }, async () => {
      const file = await addRecipe(project, recipe);
      await using server = await start(command, [...args, file], project, environment);
      await checkRecipe(server.url, service);
    });

    it(`for ${recipe} lets the upstream go when the visitor leaves`, { skip }, async () => {
      const file = await addRecipe(project, recipe);
      await using upstream = await startEndlessUpstream();
      await using server = await start(command, [...args, file], project, { DOCS_UPSTREAM: upstream.url });
      await checkLeaving(server.url, upstream);
    });
  }

  async function startWorker(upstream: string): Promise<RunningRecipe> {
    const file = await addRecipe(project, 'cloudflare-workers');
    const outfile = join(project.folder, 'worker.js');
    await build({ entryPoints: [file], outfile, bundle: true, format: 'esm', logLevel: 'silent' });
    const config = join(project.folder, 'workerd.capnp');
    await writeFile(
      config,
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-11-01",
      bindings = [
        (name = "DOCS_UPSTREAM", text = "${upstream}"),
        (name = "DOCS_ASSISTANT_KEY", text = "${UPSTREAM_KEY}"),
      ],
    )),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);`,
    );
    return start('workerd', ['serve', config, '--control-fd=1'], project, {});
  }

  it('for cloudflare-workers answers', { skip: withoutRuntime('workerd') }, async () => {
    await using server = await startWorker(service.url);
    await checkRecipe(server.url, service);
  });

  it(
    'for cloudflare-workers lets the upstream go when the visitor leaves',
    { skip: withoutRuntime('workerd') },
    async () => {
      await using upstream = await startEndlessUpstream();
      await using server = await startWorker(upstream.url);
      await checkLeaving(server.url, upstream);
    },
  );

  for (const framework of FRAMEWORKS) {
    describe(`for ${framework.recipe}`, { skip: withoutRuntime(framework.package) }, () => {
      let site: Project;

      before(async () => {
        site = await createFrameworkProject();
        await addRecipe(site, framework.recipe, framework.path);
        await framework.prepare(site);
      });
      after(() => site[Symbol.asyncDispose]());

      it('answers', async () => {
        await using server = await framework.start(site, environment);
        await checkRecipe(server.url, service);
      });

      it(`passes on the beginning of an answer${framework.noticesLeaving ? ', and lets the upstream go when the visitor leaves' : ''}`, async () => {
        await using upstream = await startEndlessUpstream();
        await using server = await framework.start(site, { DOCS_UPSTREAM: upstream.url });
        if (framework.noticesLeaving) await checkLeaving(server.url, upstream);
        else (await begin(server.url)).abort();
      });
    });
  }

  it('is there for every file, and tried', () => {
    const folder = fileURLToPath(new URL('../../demo/recipes', import.meta.url));
    const tried = [...commands.map(([recipe]) => recipe), ...FRAMEWORKS.map(({ recipe }) => recipe)];
    assert.deepEqual(
      globSync('*', { cwd: folder })
        .map((file) => basename(file, '.ts'))
        .toSorted(),
      [...tried, 'cloudflare-workers'].toSorted(),
    );
  });
});
