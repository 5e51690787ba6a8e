import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SaxesParser } from 'saxes';
import { parse as parseYaml } from 'yaml';
import {
  MAX_QUESTION_CHARACTERS,
  MAX_QUESTION_FILE_BYTES,
  MAX_QUESTIONS,
} from '../../src/cli/questions/question-file.ts';
import type { RunReport } from '../../src/cli/questions/compare-runs.ts';
import { serveHandler } from '../../src/node/serve-handler.ts';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { runCommand, startCommand, type Outcome } from './command.ts';

const KEY = 'key-of-the-commands';
const PAGES = {
  'en/install.md':
    '# Install\n\nOrbit is installed with one command.\n\n## Proxy\n\nSet the proxy in `orbit.toml`.\n',
  'en/backup.md':
    '# Backup\n\nOrbit keeps **three copies** of each photo.\n\n## Restore\n\nRun `orbit restore`.\n',
  'de/install.md': '# Installieren\n\nOrbit wird mit einem Befehl installiert.\n',
};
const QUESTIONS = `
language: en
questions:
  - question: Where do I set the proxy?
    mustFind: [/en/nowhere, /en/install.html#proxy]
    mustCite: en/install
    mustContain: [ORBIT.toml, set the proxy]
    mustNotContain: [press, yaml]
  - question: How many copies of each photo does Orbit keep?
    mustFind: en/backup
    mustContain: three copies of each photo
  - question: Wie wird Orbit installiert?
    language: de
    mustFind: de/install
  - question: Who won the football world cup in 1998?
    mustRefuse: true
  - question: How do I restore a photo?
`;

let docs: TemporaryFolder;
let work: TemporaryFolder;

before(async () => {
  docs = await temporaryFolder(PAGES);
  work = await temporaryFolder({ 'questions.yaml': QUESTIONS });
});

after(async () => {
  await docs[Symbol.asyncDispose]();
  await work[Symbol.asyncDispose]();
});

const run = (args: string[], environment: Record<string, string> = {}) =>
  runCommand(['test', ...args], { XDG_CACHE_HOME: work.path, ...environment });
const path = (name: string) => join(work.path, name);
/** Run the questions of a text over the folder. */
const runText = async (name: string, text: string, ...more: string[]) => {
  await work.write({ [name]: text });
  return run([path(name), '--dir', docs.path, '--no-model', ...more]);
};
const reportOf = ({ stdout }: Outcome) => JSON.parse(stdout) as RunReport;
const results = (outcome: Outcome) => reportOf(outcome).questions.map(({ result }) => result);

describe('docs-assistant test', () => {
  it('asks a folder, and ends with 0 when all is as the file says', async () => {
    const { code, stdout } = await run([path('questions.yaml'), '--dir', docs.path, '--no-model']);
    assert.match(stdout, /^(?:passed   .+\n){5}\n5 questions in [\d.]+ s: 5 passed, 0 failed\n$/);
    assert.equal(code, 0);
  });

  it('asks a static index and a service, with the same result', async () => {
    const out = path('index');
    await runCommand([
      'build',
      docs.path,
      '--no-model',
      '--out',
      out,
      '--data',
      path('data'),
      '--no-elements',
    ]);
    const fromIndex = await run([path('questions.yaml'), '--index', out, '--json']);
    assert.equal(fromIndex.code, 0, fromIndex.stdout + fromIndex.stderr);
    await using files = await serveFolder(out);
    const fromAddress = await run([path('questions.yaml'), '--index', files.url, '--json']);
    assert.deepEqual(results(fromAddress), results(fromIndex));
    await using service = startCommand(
      ['serve', docs.path, '--domain', 'docs', '--port', '0', '--no-model', '--data', path('served')],
      { DOCS_ASSISTANT_KEY: KEY },
    );
    const endpoint = ['--endpoint', await service.url, '--domain', 'docs', '--json', '--parallel', '4'];
    const fromService = await run([path('questions.yaml'), ...endpoint], { DOCS_ASSISTANT_KEY: KEY });
    assert.deepEqual(results(fromService), Array.from({ length: 5 }).fill('passed'));
    assert.equal(fromService.code, 0);
  });

  const wrong = {
    'a page that is not found': [
      'mustFind: en/backup',
      /expected en\/backup among the first 5 results; found en\/install/,
    ],
    'a section that is not found': ['mustFind: en/install#ports', /expected en\/install#ports among/],
    'one beyond the first results': ['mustFind: en/backup\n    top: 1', /among the first 1 results/],
    'a page that is not cited': [
      'mustCite: en/backup',
      /expected en\/backup to be cited; cited .*en\/install#proxy/,
    ],
    'a text that is missing': ['mustContain: [orbit.toml, orbit.yaml]', /does not contain “orbit\.yaml”/],
    'a text within a word': ['mustContain: rox', /does not contain “rox”/],
    'a text that must not occur': [
      'mustNotContain: ["Set the\\n proxy"]',
      /the answer contains “Set the proxy”/,
    ],
    'an answer that must be refused': ['mustRefuse: true', /expected a refusal.*cites .*en\/install#proxy/],
  } as const;
  it('says where and why a question fails', async () => {
    const written = Object.values(wrong).map(
      ([field], at) =>
        `  - question: Where do I set the proxy${'?'.repeat(at + 1)}\n    language: en\n    ${field}\n`,
    );
    const { code, stdout } = await runText('wrong.yaml', `questions:\n${written.join('')}`);
    assert.equal(code, 1);
    assert.match(stdout, /\n8 questions in [\d.]+ s: 0 passed, 8 failed\n$/);
    assert.match(stdout, /^failed {3}Where do I set the proxy\?\n {9}\S+wrong\.yaml:2 \(en\)\n {9}expected/);
    const blocks = stdout.split(/^failed /m).slice(1);
    for (const [at, [name, [, reason]]] of Object.entries(wrong).entries())
      assert.match(blocks[at]!, reason, name);
  });

  it('fails for a question without fields that the documentation does not answer', async () => {
    const { code, stdout } = await runText('open.yaml', 'questions: [{ question: Who won the world cup? }]');
    assert.equal(code, 1);
    assert.match(stdout, /the documentation is said not to answer it/);
  });

  it('looks at results alone with --search-only, and skips what needs an answer', async () => {
    const outcome = await runText('search-only.yaml', QUESTIONS, '--search-only', '--json');
    assert.deepEqual(results(outcome), ['passed', 'passed', 'passed', 'skipped', 'passed']);
    assert.ok(reportOf(outcome).questions.every(({ cited }) => cited === null));
  });

  it('takes the version and language of the command line for questions that name none', async () => {
    const text = 'questions:\n  - question: Orbit\n    mustFind: de/install\n    top: 1\n';
    assert.equal((await runText('scope.yaml', text, '--language', 'de')).code, 0);
    assert.equal((await runText('scope.yaml', text, '--language', 'en')).code, 1);
  });
});

describe('answers of other servers', () => {
  const reply = (text: string, ...urls: string[]) =>
    [
      ...urls.map(
        (url, id) => `h:${JSON.stringify({ sourceType: 'url', id: String(id), url, title: 'A' })}\n`,
      ),
      `0:${JSON.stringify(text)}\nd:{"finishReason":"stop"}\n`,
    ].join('');
  const ask = async (name: string, fields: string, respond: () => Response) => {
    await using server = await serve(respond);
    await work.write({ [name]: `questions:\n  - question: What?\n    ${fields}\n` });
    return await run([path(name), '--endpoint', server.url, '--domain', 'docs', '--json', '--timeout', '1']);
  };

  it('are judged by their sources, whose addresses may be whole', async () => {
    const outcome = await ask(
      'whole.yaml',
      'mustCite: guides/set up#the-proxy',
      () => new Response(reply('Set it.', 'https://docs.example.com/guides/set%20up/#the-proxy')),
    );
    assert.deepEqual(results(outcome), ['passed']);
  });

  it('are refusals where they say no certainty and cite nothing', async () => {
    const fields = 'mustRefuse: true';
    assert.deepEqual(results(await ask('none.yaml', fields, () => new Response(reply('No.')))), ['passed']);
    assert.deepEqual(results(await ask('some.yaml', fields, () => new Response(reply('Yes.', '/a')))), [
      'failed',
    ]);
  });

  it('are errors where they are cut off or too late', async () => {
    const cut = await ask('cut.yaml', 'mustContain: half', () => new Response('0:"Half"\n'));
    assert.deepEqual([reportOf(cut).questions[0]!.problems, cut.code], [['The answer was cut off.'], 1]);
    const late = await ask('late.yaml', 'mustContain: half', () => new Response(new ReadableStream()));
    assert.deepEqual(reportOf(late).questions[0]!.problems, ['no whole answer in 1 seconds']);
  });

  it('are waited for when the server says when it answers again', async () => {
    let asked = 0;
    const outcome = await ask('busy.yaml', 'mustContain: now', () =>
      ++asked === 1
        ? Response.json(
            { error: 'Later', code: 'rate-limited' },
            { status: 429, headers: { 'retry-after': '1' } },
          )
        : new Response(reply('Now.')),
    );
    assert.deepEqual([results(outcome), asked], [['passed'], 2]);
  });

  it('end the run where the first question is refused', async () => {
    const { code, stdout, stderr } = await ask('refused.yaml', 'mustContain: now', () =>
      Response.json({ error: 'No such key', code: 'unauthorized' }, { status: 401 }),
    );
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /No such key\. It is read from DOCS_ASSISTANT_KEY\./);
  });

  it('let none control the terminal, and none break the XML', async () => {
    await using server = await serve(() => new Response(reply('a', '/\u001b[2J\u202e"<&>')));
    await work.write({ 'odd.yaml': 'questions:\n  - question: "<What> & \\e why?"\n    mustCite: b\n' });
    const { stdout } = await run([
      ...[path('odd.yaml'), '--endpoint', server.url, '--domain', 'docs', '--junit', path('odd.xml')],
    ]);
    assert.doesNotMatch(stdout, /(?!\n)[\p{Cc}\p{Cf}]/u);
    const cases = await readJunit('odd.xml');
    assert.deepEqual(cases, [{ name: '<What> & \ufffd why?', failed: true }]);
  });
});

describe('a file of questions', () => {
  const wrong: Record<string, [text: string, ...reasons: RegExp[]]> = {
    'that is no YAML': ['questions:\n  - question: "a\n', /no-yaml\.yaml:\d+: /],
    'that is no list': ['- question: a\n', /:1: the file expected object/],
    'without questions': ['questions: []\n', /:1: questions has no question/],
    'with unknown and missing fields': [
      'questions:\n  - question: a\n  - mustfind: b\n    question: c\n  - mustFind: d\n',
      /:3: questions\[1\]\.mustfind is not known\. Known are: question, mustFind, /,
      /:5: questions\[2\]\.question is missing/,
    ],
    'with a number for a version': [
      'questions:\n  - question: a\n    version: 6\n',
      /:3: questions\[0\]\.version expected string, received number\. A text: a number is written in quotes\./,
    ],
    'with a language that is none': [
      'language: e!\nquestions: [{ question: a }]\n',
      /:1: language is no language tag/,
    ],
    'with values that are too large': [
      `top: 51\nquestions:\n  - question: ${'a'.repeat(MAX_QUESTION_CHARACTERS + 1)}\n    mustContain: [${'a,'.repeat(21)}]\n`,
      /:1: top is more than 50/,
      /:3: questions\[0\]\.question is longer than 2000 characters/,
      /:4: questions\[0\]\.mustContain has more than 20 entries/,
    ],
    'with too many questions': [
      `questions:\n${Array.from({ length: MAX_QUESTIONS + 1 }, (_, at) => `  - question: a${at}\n`).join('')}`,
      /:2: questions has more than 1000 questions/,
    ],
    'with too many bytes': [
      `# ${'a'.repeat(MAX_QUESTION_FILE_BYTES)}\nquestions: [{ question: a }]\n`,
      /more than 1,000,000 bytes/,
    ],
    'with a question twice': [
      'questions:\n  - question: a\n  - question: a\n    language: de\n  - question: a\n',
      /:5: questions\[2\]\.question stands there already/,
    ],
    'that contradicts itself': [
      'questions:\n  - question: a\n    mustCite: b\n    mustRefuse: true\n',
      /:4: questions\[0\]\.mustRefuse cannot stand beside mustCite/,
    ],
    'of many aliases': [
      `a: &a [x]\nb: &b [${'*a,'.repeat(20)}]\nc: &c [${'*b,'.repeat(20)}]\nquestions: [*c]\n`,
      /cannot be read: Excessive alias count/,
    ],
  };
  for (const [name, [text, ...reasons]] of Object.entries(wrong))
    it(`${name} is refused by line and field`, async () => {
      const file = `${name === 'that is no YAML' ? 'no-yaml' : `wrong-${Object.keys(wrong).indexOf(name)}`}.yaml`;
      const { code, stderr } = await runText(file, text);
      assert.equal(code, 2);
      for (const reason of reasons) assert.match(stderr, reason);
    });

  it('may be JSON', async () => {
    const { code } = await runText(
      'q.json',
      JSON.stringify({ questions: [{ question: 'proxy', mustFind: 'en/install' }] }, null, '\t'),
    );
    assert.equal(code, 0);
  });

  it('that is not there, and options that do not fit, end with 2', async () => {
    const dir = ['--dir', docs.path];
    for (const [args, reason] of [
      [[path('missing.yaml'), ...dir], 'there is no such file'],
      [[docs.path, ...dir], 'it is a folder'],
      [[], 'Name one file of questions.'],
      [[path('questions.yaml')], 'Name the documentation with --dir, --index or --endpoint.'],
      [[path('questions.yaml'), '--index', docs.path, ...dir], 'not both'],
      [[path('questions.yaml'), ...dir, '--only-new-failures'], 'requires --last'],
      [[path('questions.yaml'), ...dir, '--parallel', '17'], 'from 1 to 16'],
      [[path('questions.yaml'), ...dir, '--last', path('questions.yaml')], 'is no report of a run'],
      [[path('new.yaml'), '--propose'], '--propose requires --dir, or --endpoint with --project.'],
    ] as const) {
      const { code, stderr } = await run([...args]);
      assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
      assert.ok(stderr.includes(reason), stderr);
    }
  });
});

describe('reports', () => {
  it('compare a run with the last one, whose file they replace', async () => {
    await using folder = await temporaryFolder(PAGES);
    const questions = (more: string) =>
      `questions:\n  - question: proxy\n    mustFind: en/install#proxy\n  - question: backup\n    mustFind: en/backup\n${more}`;
    const again = async (more: string, ...options: string[]) => {
      await work.write({ 'compared.yaml': questions(more) });
      return run([
        ...[
          path('compared.yaml'),
          '--dir',
          folder.path,
          '--no-model',
          '--last',
          path('last.json'),
          ...options,
        ],
      ]);
    };
    const first = await again('  - question: restore\n    mustFind: en/other\n');
    assert.equal(first.code, 1);
    assert.doesNotMatch(first.stdout, /last run/);
    const same = await again('  - question: restore\n    mustFind: en/other\n', '--only-new-failures');
    assert.deepEqual([same.code, same.stdout.endsWith('As in the last run.\n')], [0, true]);
    // A heading is renamed, and a page written.
    await folder.write({
      'en/install.md': PAGES['en/install.md'].replace('## Proxy', '## Behind a firewall'),
      'en/other.md': '# Restore\n\nRestore photos.\n',
    });
    const changes = '  - question: restore\n    mustFind: en/other\n  - question: firewall\n';
    for (let repeat = 0; repeat < 2; repeat++) {
      // Which stay new until they are repaired.
      const broken = await again(changes, '--only-new-failures');
      assert.equal(broken.code, 1);
      assert.match(broken.stdout, /1 passed in the last run, and does not now:\n {2}proxy\n/);
      assert.match(broken.stdout, /1 did not pass in the last run, and does now:\n {2}restore\n/);
      assert.match(broken.stdout, /1 is new:\n {2}firewall\n/);
    }
    const { difference } = reportOf(await again('', '--json'));
    assert.deepEqual(difference, {
      broken: ['proxy'],
      repaired: [],
      changed: [],
      added: [],
      removed: ['restore'],
    });
  });

  it('are written in the XML of JUnit', async () => {
    await run([
      path('questions.yaml'),
      '--dir',
      docs.path,
      '--no-model',
      '--search-only',
      '--junit',
      path('r.xml'),
    ]);
    assert.deepEqual(
      (await readJunit('r.xml')).map(({ name, failed }) => [name, failed]),
      [
        ['Where do I set the proxy? (en)', false],
        ['How many copies of each photo does Orbit keep? (en)', false],
        ['Wie wird Orbit installiert? (de)', false],
        ['Who won the football world cup in 1998? (en)', false],
        ['How do I restore a photo? (en)', false],
      ],
    );
    assert.match(
      await readFile(path('r.xml'), 'utf8'),
      /<testsuite [^>]*tests="5" failures="0" errors="0" skipped="1"/,
    );
  });
});

describe('docs-assistant test --propose', () => {
  const propose = (file: string, ...more: string[]) =>
    run([path(file), '--propose', '--dir', docs.path, '--no-model', ...more]);

  it('writes questions from headings, which pass', async () => {
    const { code, stderr } = await propose('proposed.yaml');
    assert.equal(code, 0);
    assert.match(stderr, /proposed\.yaml: 5 questions added/);
    const { questions } = parseYaml(await readFile(path('proposed.yaml'), 'utf8')) as { questions: object[] };
    assert.deepEqual(questions, [
      { question: 'Installieren', mustFind: '/de/install', language: 'de' },
      { question: 'Backup', mustFind: '/en/backup', language: 'en' },
      { question: 'Install', mustFind: '/en/install', language: 'en' },
      { question: 'Backup: Restore', mustFind: '/en/backup#restore', language: 'en' },
      { question: 'Install: Proxy', mustFind: '/en/install#proxy', language: 'en' },
    ]);
    const outcome = await run([path('proposed.yaml'), '--dir', docs.path, '--no-model', '--json']);
    assert.deepEqual(results(outcome), Array.from({ length: 5 }).fill('passed'));
    const again = await propose('proposed.yaml');
    assert.deepEqual([again.code, (await propose('proposed.yaml')).code], [1, 1]);
    assert.match(again.stderr, /: 0 questions added/);
  });

  it('adds to a file, whose comments stay, as many as it is told', async () => {
    await work.write({ 'grown.yaml': '# Ours.\nquestions:\n  # The first one.\n  - question: Why?\n' });
    await propose('grown.yaml', '--questions', '1', '--language', 'en');
    assert.equal(
      await readFile(path('grown.yaml'), 'utf8'),
      '# Ours.\nquestions:\n  # The first one.\n  - question: Why?\n  - question: Backup\n    mustFind: /en/backup\n    language: en\n',
    );
  });

  it('leaves out headings that do not find their section', async () => {
    await using folder = await temporaryFolder({
      ...Object.fromEntries(
        ['Notes', 'notes', 'NOTES', 'nOtes', 'noTes', 'notEs', 'noteS', 'NOtes'].map((title, at) => [
          `p${at}.md`,
          `# ${title}\n\nThey are all alike.\n`,
        ]),
      ),
    });
    const { stderr } = await run([path('same.yaml'), '--propose', '--dir', folder.path, '--no-model']);
    assert.match(
      stderr,
      /same\.yaml: \d questions added, \d headings left out that do not find their section/,
    );
  });

  it('writes what insights say that readers ask in vain', async () => {
    const missing = {
      kind: 'question',
      reason: 'refused',
      text: 'Does it tail logs?',
      version: null,
      language: 'en',
      count: 7,
      lastDay: '2026-11-01',
    };
    const insights = {
      ...{
        since: '2026-10-01',
        until: '2026-11-01',
        retentionDays: 90,
        minimumCount: 3,
        versions: [],
        languages: [],
      },
      ...{ totals: {}, missing: [missing], questions: [], searches: [], pages: [], reports: [] },
    };
    const asked: string[] = [];
    await using server = await serve((request) => {
      asked.push(`${new URL(request.url).pathname} ${request.headers.get('authorization')}`);
      return Response.json(insights);
    });
    const { code, stderr } = await run(
      [path('insights.yaml'), '--propose', '--endpoint', server.url, '--project', 'docs'],
      { DOCS_ADMIN_KEY: KEY },
    );
    assert.equal(code, 0, stderr);
    assert.deepEqual(asked, [`/v1/project/insights/docs Bearer ${KEY}`]);
    const text = await readFile(path('insights.yaml'), 'utf8');
    assert.match(
      text,
      /questions:\n {2}# asked 7 times, without an answer\n {2}- question: Does it tail logs\?\n {4}language: en\n/,
    );
  });
});

it('the questions of our own documentation pass', async () => {
  const root = (name: string) => fileURLToPath(new URL(`../../demo/${name}`, import.meta.url));
  const { code, stdout } = await run([root('questions.yaml'), '--dir', root('docs'), '--no-model']);
  assert.equal(code, 0, stdout);
});

async function readJunit(name: string): Promise<{ name: string; failed: boolean }[]> {
  const cases: { name: string; failed: boolean }[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name: tag, attributes }) => {
    if (tag === 'testcase') cases.push({ name: String(attributes['name']), failed: false });
    if (tag === 'failure' || tag === 'error') cases.at(-1)!.failed = true;
  });
  parser.on('error', (error) => assert.fail(error));
  parser.write(await readFile(path(name), 'utf8')).close();
  return cases;
}

async function serve(respond: (request: Request) => Response): Promise<AsyncDisposable & { url: string }> {
  const { url, close } = await serveHandler(respond, { closeWithin: 0 });
  return { url, [Symbol.asyncDispose]: close };
}

/** Serve the files of a folder, as a static host does. */
async function serveFolder(folder: string): Promise<AsyncDisposable & { url: string }> {
  await mkdir(folder, { recursive: true });
  const { url, close } = await serveHandler(
    async (request) => {
      const name = new URL(request.url).pathname.slice(1);
      const bytes = await readFile(join(folder, name)).catch(() => null);
      return new Response(bytes && Uint8Array.from(bytes), { status: bytes ? 200 : 404 });
    },
    { closeWithin: 0 },
  );
  return { url, [Symbol.asyncDispose]: close };
}
