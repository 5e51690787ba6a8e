import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {
  configurationRows,
  createConfigurationJsonSchema,
} from '../package/generate/configuration-reference.ts';
import { readConfiguration } from '../../src/cli/configuration.ts';
import { UsageError } from '../../src/cli/read-option.ts';
import { DEFAULT_CONTRACT_LIMITS } from '../../src/limits/contract-limits.ts';
import { DEFAULT_ENDPOINT_LIMITS } from '../../src/limits/endpoint-limits.ts';
import { DEFAULT_REQUEST_LIMITS } from '../../src/protocol/requests/read-request.ts';
import { DEFAULT_THREAD_LIMITS } from '../../src/service/storage/thread-store.ts';

let folder: string;
const docs = { dir: './docs' };
const model = { url: 'http://127.0.0.1:11434/v1', name: 'model' };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  await mkdir(join(folder, 'docs'));
  process.env['TEST_ADMIN_KEY'] = 'admin-key-from-outside';
});

after(async () => {
  delete process.env['TEST_ADMIN_KEY'];
  await rm(folder, { recursive: true });
});

async function read(content: unknown, name = 'service.json') {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readConfiguration(file);
}

const isValid = new Ajv2020();
formats.default(isValid);
const matches = isValid.compile(createConfigurationJsonSchema());

const GOOD: Record<string, object> = {
  'a folder': { projects: [docs] },
  'a folder as a source': { projects: [{ source: { folder: 'docs' } }] },
  'a repository': {
    projects: [
      { domain: 'handbook', source: { repository: 'https://git.example.com/docs.git', branch: 'main' } },
    ],
  },
  everything: {
    $schema: './node_modules/docs-assistant/dist/config.schema.json',
    projects: [
      {
        ...docs,
        domain: 'docs',
        projectId: 'p1',
        versions: ['v1'],
        languages: [],
        defaultVersion: 'v1',
        defaultLanguage: 'en',
        fallbackLanguage: 'en',
        keys: { assistant: ['one', { env: 'TEST_ADMIN_KEY' }], admin: { env: 'TEST_ADMIN_KEY' } },
        siteUrl: ['https://docs.example.com/', 'http://localhost:8000/docs'],
        pageUrl: 'https://docs.example.com/',
        webhookSecret: 'hook-secret',
        watch: true,
      },
    ],
    dataDir: 'data',
    host: '0.0.0.0',
    port: 0,
    trustedProxies: 1,
    databaseUrl: { env: 'TEST_ADMIN_KEY' },
    redisUrl: 'redis://127.0.0.1',
    model: {
      url: 'http://127.0.0.1:11434/v1',
      name: 'model',
      key: 'model-key',
      headers: { 'api-key': { env: 'TEST_ADMIN_KEY' } },
      body: { reasoning_effort: 'low', stream_options: null },
      instructions: 'Be kind.',
      temperature: 0.5,
      maxOutputTokens: 500,
      promptTokens: 2_000,
      firstTokenTimeout: 1_000,
      timeout: 1_000,
      pause: 0,
      tools: false,
      startsWithReasoning: true,
      foreignLinks: ['*.example.com'],
      rewrite: { name: 'small', key: { env: 'TEST_ADMIN_KEY' }, timeout: 500 },
    },
    embeddings: { folder: 'model' },
    reranker: { folder: 'cross-encoder' },
    requestLimits: { messages: 10 },
    rateLimits: { perKeyAndMonth: 5, updatesPerProjectAndHour: 0 },
    threads: { days: 1 },
    insights: { days: 30, minimumCount: 1 },
    metricsKey: 'metrics',
    logQuestions: true,
    graceSeconds: 5,
  },
  'no embeddings': { projects: [docs], embeddings: null },
  'no reranker': { projects: [docs], reranker: null },
};

const BAD: Record<string, [content: unknown, complaint: RegExp]> = {
  'no projects': [{}, /projects is missing/],
  'an empty list': [{ projects: [] }, /projects .*>=1/],
  'a project that is no object': [{ projects: ['docs'] }, /projects\[0\] expected object, received string/],
  'an unknown field': [
    { projects: [{ ...docs, colour: 'red' }] },
    /projects\[0\]\.colour is not known\. Known are: .*versions/,
  ],
  'a field in the wrong place': [
    { projects: [docs], versions: [] },
    /versions is not known\. Known are: .*port/,
  ],
  'a field of another type': [
    { projects: [{ ...docs, versions: 'v1' }] },
    /projects\[0\]\.versions expected array, received string\. Folders that are versions/,
  ],
  'an unknown field of a source': [
    { projects: [{ domain: 'd', source: { repository: 'x', brunch: 'main' } }] },
    /projects\[0\]\.source\.brunch is not known\. Known are: folder, repository, branch\./,
  ],
  'a misspelt field of a source': [
    { projects: [{ domain: 'd', source: { repo: 'x' } }] },
    /^\S+ is not a configuration:\n {2}projects\[0\]\.source\.repo is not known\. Known are: folder, repository, branch\.$/,
  ],
  'a misspelt field of embeddings': [
    { projects: [docs], embeddings: { url: 'http://127.0.0.1', nam: 'm' } },
    /:\n {2}embeddings\.nam is not known\. Known are: url, name, key, folder\.$/,
  ],
  'fields of two kinds of embeddings': [
    { projects: [docs], embeddings: { url: 'http://127.0.0.1', name: 'm', folder: 'x' } },
    /:\n {2}embeddings\.folder cannot stand beside url, name\./,
  ],
  'a branch of a folder': [
    { projects: [{ domain: 'd', source: { folder: 'docs', branch: 'main' } }] },
    /:\n {2}projects\[0\]\.source\.branch cannot stand beside folder\./,
  ],
  'a misspelt field of a secret': [
    { projects: [{ ...docs, keys: { assistant: { environment: 'X' } } }] },
    /:\n {2}projects\[0\]\.keys\.assistant\.environment is not known\. Known are: env\.$/,
  ],
  'a misspelt field of a secret header': [
    { projects: [docs], model: { ...model, headers: { a: { envv: 'X' } } } },
    /:\n {2}model\.headers\.a\.envv is not known\. Known are: env\.$/,
  ],
  'two unknown fields': [
    { projects: [docs], prot: 1, hots: 'x' },
    /prot is not known\..*\n {2}hots is not known\./,
  ],
  'a domain with a slash': [
    { projects: [{ ...docs, domain: 'a/b' }] },
    /projects\[0\]\.domain must be 1 to 128/,
  ],
  'a page that is no page': [
    { projects: [{ ...docs, pageUrl: 'javascript:1' }] },
    /projects\[0\]\.pageUrl must be an address/,
  ],
  'a site that is no address': [
    { projects: [{ ...docs, siteUrl: 'docs.example.com' }] },
    /projects\[0\]\.siteUrl .*must be an address/,
  ],
  'a port that there is not': [{ projects: [docs], port: 65_536 }, /port too big: .*65535/],
  'a limit below nothing': [
    { projects: [docs], rateLimits: { perKeyAndMonth: -1 } },
    /rateLimits\.perKeyAndMonth too small/,
  ],
  'half a model': [{ projects: [docs], model: { url: 'http://127.0.0.1' } }, /model\.name is missing/],
  'a model that is too warm': [
    { projects: [docs], model: { ...model, temperature: 3 } },
    /model\.temperature too big: .*<=2\. Sampling temperature/,
  ],
  'a prompt without room': [
    { projects: [docs], model: { ...model, promptTokens: 10 } },
    /model\.promptTokens too small: .*>=1000/,
  ],
  'foreign links of another kind': [
    { projects: [docs], model: { ...model, foreignLinks: 'some' } },
    /model\.foreignLinks invalid option/,
  ],
  'a variable without a name': [
    { projects: [{ ...docs, keys: { admin: { env: '' } } }] },
    /projects\[0\]\.keys\.admin\.env must be the name of an environment variable/,
  ],
};

/** What a JSON schema cannot say. */
const BAD_BEYOND_SCHEMA: typeof BAD = {
  'a project without a source': [
    { projects: [{ domain: 'docs' }] },
    /projects\[0\] needs either "source" or "dir"/,
  ],
  'a project with two sources': [
    { projects: [{ ...docs, source: { folder: 'docs' } }] },
    /projects\[0\] needs either "source" or "dir"/,
  ],
  'a repository without a domain': [
    { projects: [{ source: { repository: 'https://git.example.com/x.git' } }] },
    /projects\[0\]\.domain is needed beside a repository/,
  ],
  'a folder that there is not': [
    { projects: [{ dir: 'missing' }] },
    /projects\[0\]\.dir names \/.*missing, which is not a folder\. Create it, or correct the path\.$/,
  ],
  'two projects of one domain': [
    { projects: [docs, docs] },
    /service\.json: projects\[1\] has the domain "docs" of projects\[0\]\. Give one/,
  ],
  'an address rule that is none': [
    { projects: [docs, { ...docs, domain: 'd', addresses: { rule: 'pth' } }] },
    /service\.json: projects\[1\]\.addresses\.rule: the page address rule "pth"/,
  ],
  'a sitemap beside the built site': [
    { projects: [{ ...docs, addresses: { sitemap: 's.xml', built: 'docs' } }] },
    /service\.json: projects\[0\]\.addresses: give either/,
  ],
  'a selector that is none': [
    { projects: [{ ...docs, html: { ignore: ['nav', 'main['] } }] },
    /service\.json: projects\[0\]\.html\.ignore\[1\]: "main\[" is not a supported CSS selector/,
  ],
  'a site with a query': [
    { projects: [{ ...docs, siteUrl: ['https://a.example', 'https://b.example/?x'] }] },
    /service\.json: projects\[0\]\.siteUrl\[1\]: /,
  ],
  'two projects of one id': [
    { projects: [docs, { ...docs, domain: 'other', projectId: 'docs' }] },
    /service\.json: projects\[1\] has the projectId "docs" of projects\[0\]/,
  ],
  'a model with the address of its endpoint': [
    { projects: [docs], model: { ...model, url: 'http://127.0.0.1/v1/chat/completions' } },
    /model\.url must end before \/chat\/completions/,
  ],
  'a repository that would run a program': [
    { projects: [{ domain: 'd', source: { repository: 'ext::sh -c id' } }] },
    /projects\[0\]\.source: the repository must be a path, user@host:path, or begin with https:\/\/, ssh:\/\/ or file:\/\/\.$/,
  ],
  'a repository that is an option': [
    { projects: [{ domain: 'd', source: { repository: '--upload-pack=id' } }] },
    /projects\[0\]\.source: the repository looks like an option\.$/,
  ],
  'a branch that is an option': [
    { projects: [{ domain: 'd', source: { repository: 'https://git.example.com/x.git', branch: '-u' } }] },
    /projects\[0\]\.source: "-u" is no name of a branch\.$/,
  ],
  'a folder outside the repository': [
    { projects: [{ domain: 'd', source: { repository: 'https://git.example.com/x.git', folder: '../x' } }] },
    /projects\[0\]\.source: "\.\.\/x" is no folder inside a repository\.$/,
  ],
  'too many header fields': [
    {
      projects: [docs],
      model: { ...model, headers: Object.fromEntries([...Array(21).keys()].map((at) => [`h${at}`, 'x'])) },
    },
    /model\.headers must have at most 20 fields/,
  ],
  'a variable that is not set': [
    { projects: [docs], metricsKey: { env: 'TEST_NOT_SET' } },
    /metricsKey refers to the environment variable TEST_NOT_SET, which is not set\. Set it\.$/,
  ],
};

describe('a configuration file', () => {
  for (const [title, content] of Object.entries(GOOD)) {
    it(`may name ${title}`, async () => {
      await read(content);
      assert.ok(matches(content), JSON.stringify(matches.errors));
    });
  }

  for (const [title, [content, complaint]] of Object.entries({ ...BAD, ...BAD_BEYOND_SCHEMA })) {
    it(`is refused with ${title}`, async () => {
      const refusal: UsageError = await read(content).then(
        () => assert.fail('It was taken'),
        (error: UsageError) => error,
      );
      assert.ok(refusal instanceof UsageError);
      assert.match(refusal.message, complaint);
      assert.ok(refusal.message.startsWith(join(folder, 'service.json')), 'the file is named');
    });
  }

  for (const [title, [content]] of Object.entries(BAD)) {
    it(`is refused by the published schema, too, with ${title}`, () => {
      assert.equal(matches(content), false);
    });
  }

  it('has its paths from where it is, and its secrets from the environment', async () => {
    const everything = await read(GOOD['everything']);
    const {
      projects,
      dataDir,
      embeddings,
      reranker,
      databaseUrl,
      limits,
      rateLimits,
      model: answering,
    } = everything;
    const [project] = projects;
    assert.deepEqual(project?.source, { folder: join(folder, 'docs') });
    assert.deepEqual(project.keys, {
      assistant: ['one', 'admin-key-from-outside'],
      admin: ['admin-key-from-outside'],
    });
    assert.deepEqual([dataDir, embeddings], [join(folder, 'data'), { folder: join(folder, 'model') }]);
    assert.deepEqual(reranker, { folder: join(folder, 'cross-encoder') });
    assert.equal(databaseUrl, 'admin-key-from-outside');
    assert.deepEqual(answering?.headers, { 'api-key': 'admin-key-from-outside' });
    assert.deepEqual(answering.rewrite, { name: 'small', key: 'admin-key-from-outside', timeout: 500 });
    assert.deepEqual(
      [limits, rateLimits],
      [{ messages: 10 }, { perKeyAndMonth: 5, updatesPerProjectAndHour: 0 }],
    );
  });

  it('names a project after its folder', async () => {
    const { projects } = await read(GOOD['a folder']);
    assert.equal(projects[0]!.domain, 'docs');
  });

  it('may be written in YAML', async () => {
    const { projects, port } = await read(
      'projects:\n  - dir: docs\n    languages: [en]\nport: 80\n',
      'service.yaml',
    );
    assert.deepEqual([projects[0]!.languages, port], [['en'], 80]);
  });

  it('says where it cannot be read', async () => {
    await assert.rejects(read('{"projects": ['), /service\.json cannot be read: .*JSON/);
    await assert.rejects(read('projects: [', 'service.yml'), /service\.yml cannot be read: .*line 1/);
    for (const [content, file] of [
      ['{"a": s3cret}', 'service.json'],
      ['a: "s3cret\nb: [s3cret', 'service.yml'],
    ] as const)
      await assert.rejects(read(content, file), ({ message }: Error) => !message.includes('s3cret'));
    assert.throws(
      () => readConfiguration(join(folder, 'none.json')),
      /none\.json cannot be read: there is no such file\./,
    );
  });
});

describe('the description of configuration files', () => {
  for (const language of ['en', 'de']) {
    it(`has an example that is one (${language})`, async () => {
      const page = new URL(`../../demo/docs/v2/${language}/service-configuration.md`, import.meta.url);
      const [, example] = /```json\n([^]*?)```/.exec(await readFile(page, 'utf8')) ?? [];
      assert.ok(matches(JSON.parse(example!)), JSON.stringify(matches.errors));
    });
  }

  it('tells the defaults that hold', () => {
    const told = new Map(
      configurationRows().map(([field, , text]) => [field, /Default: (\d+)\.$/.exec(text!)?.[1]] as const),
    );
    const defaults = {
      requestLimits: { ...DEFAULT_REQUEST_LIMITS, bodyBytes: 262_144, webhookBytes: 2_097_152 },
      rateLimits: { ...DEFAULT_CONTRACT_LIMITS, ...DEFAULT_ENDPOINT_LIMITS },
      threads: DEFAULT_THREAD_LIMITS,
    };
    for (const [group, values] of Object.entries(defaults)) {
      const fields = [...told.keys()].filter((field) => field!.startsWith(`\`${group}.`));
      assert.ok(fields.length >= 4);
      for (const field of fields) {
        const name = field!.slice(group.length + 2, -1) as keyof typeof values;
        assert.equal(told.get(field), String(values[name]), field);
      }
    }
  });
});
