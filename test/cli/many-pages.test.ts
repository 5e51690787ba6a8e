import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openEngine, temporaryFolder } from '../service/docs-folder.ts';
import { manyAddresses, writeManyPages } from '../support/many-pages.ts';
import { runCommand, searchPages, startCommand } from './command.ts';

/** Pages of the folders here. `npm run bench:pages` reads 50,000. */
const PAGES = 1_000;
/** Addresses of one sitemap, and of all that its index names: the whole site, of which the folder is a part. */
const SITEMAP_PAGES = 10_000;
const SITE_PAGES = 50_000;

/** A site that has nothing but its sitemap: an index of five, behind `/sitemap.xml`. */
async function serveSitemap(addresses: readonly string[]) {
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(url);
    const part = Number(/\d+/.exec(url)?.[0] ?? -1);
    const entries =
      part === -1
        ? Array.from(
            { length: addresses.length / SITEMAP_PAGES },
            (_, number) => `http://${headers.host}/${number}.xml`,
          )
        : addresses.slice(part * SITEMAP_PAGES, (part + 1) * SITEMAP_PAGES);
    const [root, entry] = part === -1 ? ['sitemapindex', 'sitemap'] : ['urlset', 'url'];
    response.end(
      `<${root}>${entries.map((loc) => `<${entry}><loc>${loc}</loc></${entry}>`).join('')}</${root}>`,
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sitemap.xml`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a documentation of many pages', () => {
  it('is read to its limits, and what is left out is counted in one line each', async () => {
    await using folder = await temporaryFolder();
    await writeManyPages(folder.path, PAGES);
    await using engine = await openEngine({
      dir: folder.path,
      limits: { files: 900, folders: 4, pageSections: 1 },
    });
    await engine.ready;
    const { problems } = await engine.reindex();
    const [folders, ...pages] = problems.toSorted((a, b) => a.code.localeCompare(b.code));
    // Four folders, that of all pages among them: 600 pages, each cut after its first section.
    assert.match(folders!.message, /^Some folders are left out: at most 4 are read\.$/);
    assert.deepEqual(
      [pages.length, new Set(pages.map(({ code }) => code))],
      [600, new Set(['too-many-sections'])],
    );
    assert.equal(engine.progress.sections, 600);
  });

  it('gets its addresses from the sitemap of its site, 50,000 in five parts', async () => {
    await using folder = await temporaryFolder();
    await writeManyPages(join(folder.path, 'docs'), PAGES);
    await using site = await serveSitemap(manyAddresses(SITE_PAGES));
    const place = [join(folder.path, 'docs'), '--no-model', '--data', join(folder.path, 'data')];
    const { code, stdout, stderr } = await runCommand(['index', ...place, '--sitemap', site.url]);
    assert.deepEqual([code, stdout], [0, `${PAGES} pages, ${2 * PAGES} sections, 0 problems\n`], stderr);
    assert.equal(site.asked.length, 6);
    assert.match(stderr, /link-base="\/help\/"/);
    // At most few lines where nobody watches: a step each quarter.
    assert.ok(stderr.split('\n').length < 12, stderr);
  });

  it('refuses the sitemap of another site in one sentence, and keeps its index', async () => {
    await using folder = await temporaryFolder();
    const dir = join(folder.path, 'docs');
    await writeManyPages(dir, PAGES);
    const place = [dir, '--no-model', '--data', join(folder.path, 'data')];
    assert.equal((await runCommand(['index', ...place])).code, 0);
    const others = Array.from(
      { length: SITEMAP_PAGES },
      (_, number) => `https://other.example/shop/item-${number}`,
    );
    await using site = await serveSitemap(others);
    const { code, stdout, stderr } = await runCommand(['index', ...place, '--sitemap', site.url]);
    assert.deepEqual([code, stdout], [1, '']);
    const sentence = `docs-assistant index: Of ${PAGES} pages 0 are in the sitemap ${site.url}: it is that of another site. Name the one of this documentation\n`;
    assert.ok(stderr.endsWith(sentence), stderr);
    await using service = startCommand(['serve', ...place, '--port', '0', '--sitemap', site.url]);
    await service.told('it is that of another site');
    const [first] = await searchPages(await service.url, 'zq5');
    assert.equal(first, 'area-0/Page-5');
  });
});
