import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseBrowserSite } from '../../src/cli/browser-site.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { runCommand } from './command.ts';

test('a folder without pages is refused at the start, with one sentence about what to do', async () => {
  await using folder = await temporaryFolder({
    'empty/.gitkeep': '',
    'pictures/a.png': 'x',
    'pictures/b.jpg': 'x',
    'sphinx/conf.py': '',
    'sphinx/index.rst': 'Index',
    'sphinx/guide/intro.rst': 'Intro',
    'large/a.md': 'x'.repeat(3_000_000),
  });
  const cases: [name: string, message: RegExp][] = [
    ['empty', /empty is empty: name the folder that the pages/],
    ['pictures', /pictures holds no Markdown, MDX or HTML files: name the folder/],
    [
      'sphinx',
      /sphinx holds 2 \.rst files, which are read from the built HTML: build the site and name its output folder/,
    ],
    [
      'large',
      /large holds no file that can be read: a\.md: The file has 3000000 bytes; at most 2097152 are read/,
    ],
  ];
  for (const [name, message] of cases) {
    for (const command of ['serve', 'index']) {
      const { code, stdout, stderr } = await runCommand([
        command,
        `${folder.path}/${name}`,
        '--data',
        `${folder.path}/data`,
        // Another program may have the usual port.
        ...(command === 'serve' ? ['--port', '0'] : []),
      ]);
      assert.equal(code, 1, `${command} ${name}`);
      assert.equal(stdout, '');
      assert.match(stderr, message);
    }
  }
});

test('options that cannot be meant are refused, each with what it takes', async () => {
  await using folder = await temporaryFolder({
    'docs/a.md': 'Text',
    'service.json': '{"projects":[{"dir":"docs"}]}',
  });
  const docs = `${folder.path}/docs`;
  const cases: [args: string[], message: RegExp][] = [
    [[docs, '--exclude', './'], /"\.\/" is not a pattern: write one relative to the folder/],
    [[docs, '--exclude', '!a.md'], /"!a\.md" excludes nothing/],
    [[docs, '--exclude', '../other'], /excludes nothing/],
    [[docs, ...Array(101).fill('--exclude=a')], /at most 100 patterns can be excluded/],
    [[docs, '--exclude', 'x'.repeat(1001)], /longer than the 1000 characters/],
    [[docs, '--boost', 'blog'], /--boost "blog": write a pattern and a factor/],
    [[docs, '--boost', 'blog=half'], /write a pattern and a factor/],
    [[docs, '--boost', 'blog=0'], /the boost of "blog" is 0: give a factor from 0\.1 to 10/],
    [[docs, '--boost', 'blog=11'], /the boost of "blog" is 11/],
    [[docs, '--boost', '../other=2'], /boosts nothing/],
    [
      [docs, ...Array.from({ length: 101 }, (_, at) => `--boost=${at}.md=2`)],
      /at most 100 patterns can be boosted/,
    ],
    [[docs, '--page-url', 'htm'], /"htm" has no meaning\. A rule is "path", "html" or "slash"/],
    [[docs, '--content', ':nonsense('], /":nonsense\(" is not a supported CSS selector/],
    [[docs, '--ignore', ' '], /" " is not a CSS selector/],
    [[docs, '--sitemap', 'ftp://x/sitemap.xml'], /neither a file nor an address that begins with http/],
    [[docs, ...Array(101).fill('--sitemap=a.xml')], /at most 100 sitemaps can be given/],
    [[docs, '--sitemap', 'a.xml', '--built', 'site'], /either a sitemap or the folder of the built site/],
    [
      ['--config', `${folder.path}/service.json`, '--built', 'site'],
      /--config defines how each project is read/,
    ],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await runCommand(['index', ...args]);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, message);
  }
});

test('a folder of built pages is indexed with its selectors, and tells what it left out without counting it as a problem', async () => {
  await using folder = await temporaryFolder({
    'site/index.html': '<main>Home<p class="ad">Ad</p></main>',
    'site/old.html': '<meta http-equiv="refresh" content="0; url=/">',
    'sitemap.xml': '<urlset><url><loc>https://x/docs/a.html</loc></url></urlset>',
    'de.xml': '<urlset><url><loc>https://x/docs/b.html</loc></url></urlset>',
    'docs/a.md': 'Text',
    'docs/b.md': 'Text',
    'service.yaml': 'projects:\n  - dir: docs\n    addresses: { sitemap: [sitemap.xml, de.xml] }\n',
  });
  const data = ['--data', `${folder.path}/data`];
  const built = await runCommand(['index', `${folder.path}/site`, '--ignore', '.ad', ...data]);
  assert.deepEqual([built.code, built.stdout], [0, '1 pages, 1 sections, 0 problems\n']);
  assert.match(built.stderr, /old\.html: The page is left out: it only leads to another page/);
  // A file of the configuration is relative to it.
  const { code, stdout } = await runCommand([
    'index',
    '--config',
    `${folder.path}/service.yaml`,
    '--json',
    ...data,
  ]);
  assert.equal(code, 0);
  const { problems } = JSON.parse(stdout) as { problems: { code: string }[] };
  assert.deepEqual(
    problems.map((problem) => problem.code),
    ['address-base'],
  );
});

test('a site that makes its pages in the browser is refused in one sentence, where results would lead to its pages', async () => {
  const docsify = `<!doctype html><html><head><title>Kiln</title></head><body><div id="app">Loading ...</div>
<script>window.$docsify = { name: 'Kiln', loadSidebar: true };</script><script src="//cdn.example/docsify@5/dist/docsify.min.js"></script></body></html>`;
  const pages = { 'README.md': '# Kiln\n\nOrbit', 'guide.md': '# Guide\n\nOrbit' };
  const app = '<div id="app">Please wait</div><script type="module" src="/app.js"></script>';
  await using folder = await temporaryFolder({
    ...Object.fromEntries(
      Object.entries({
        docsify: { ...pages, 'index.html': docsify },
        // The script of another version, by a file of its own.
        local: { ...pages, 'index.html': '<div id=app></div><script src="lib/docsify.js"></script>' },
        docute: {
          ...pages,
          'index.html': '<div id="docute"></div><script>new Docute({ target: "#docute" })</script>',
        },
        sidebar: { ...pages, 'index.html': app, '_sidebar.md': '- [Guide](guide.md)' },
        below: { 'docs/README.md': '# Kiln', 'docs/index.html': docsify },
      }).flatMap(([site, files]) => Object.entries(files).map(([file, text]) => [`${site}/${file}`, text])),
    ),
  });
  for (const site of ['docsify', 'local', 'docute', 'sidebar', 'below']) {
    const commands = [
      ['preview', '--port', '0'],
      ['serve', '--port', '0'],
      ['build', '--out', `${folder.path}/out`],
    ];
    for (const [command = '', ...options] of site === 'docsify' ? commands : commands.slice(0, 1)) {
      const { code, stdout, stderr } = await runCommand([
        command,
        `${folder.path}/${site}`,
        ...['--no-model', '--data', `${folder.path}/data`],
        ...options,
      ]);
      assert.equal(code, 1, `${command} ${site}`);
      assert.equal(stdout, '');
      assert.match(
        stderr,
        /is a site of (?:docsify|Docute).*in the browser at addresses such as #\/guide: .*--dir /,
      );
    }
  }
});

test('other pages with scripts are not taken for one that makes its pages in the browser', async () => {
  const words = 'This page tells how to write $docsify and new Docute(), and to load docsify.min.js. '.repeat(
    4,
  );
  const rows = {
    // The front page of an app beside its documentation.
    app: { 'index.html': '<div id="root"></div><script src="/main.js"></script>' },
    built: {
      'index.html': `<main>${words}</main><script>self.data = "$docsify"</script>`,
      '_sidebar.md': '- a',
    },
    // Its router has real addresses.
    history: {
      'index.html': "<div id=app></div><script>window.$docsify = { routerMode: 'history' }</script>",
    },
    plain: { 'index.html': '<p>Kiln</p>', '_sidebar.md': '- a' },
  };
  for (const [site, files] of Object.entries(rows)) {
    await using folder = await temporaryFolder({ 'a.md': '# A', ...files });
    await refuseBrowserSite(folder.path).catch((error: unknown) => assert.fail(`${site}: ${String(error)}`));
  }
});
