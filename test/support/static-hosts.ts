import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serveHandler } from '../../src/node/serve-handler.ts';
import { findFile, sendFile } from '../../src/node/static-files.ts';
import { findFreePort } from './free-port.ts';

/** A static host that is set up as the documentation tells, for pages that are asked for as Markdown. */
export interface StaticHost {
  readonly name: string;
  /** Why it cannot be tried here; `false`: it can. */
  readonly skip: string | false;
  /** Serve a folder as the root of the host. @param lines those of the documentation, in its order */
  start(folder: string, lines: readonly string[]): Promise<RunningHost>;
}

export interface RunningHost extends AsyncDisposable {
  /** Ends with a slash. */
  readonly url: string;
}

/** Return the blocks below a heading of a page of our documentation. */
export async function readBlocks(language: string, page: string, heading: string): Promise<string[]> {
  const file = new URL(`../../demo/docs/v2/${language}/${page}.md`, import.meta.url);
  const [, section = ''] = (await readFile(file, 'utf8')).split(`\n### ${heading}\n`);
  const [own = ''] = section.split(/^#{1,3} /m);
  return Array.from(own.matchAll(/^```\w+\n([^]*?)^```/gm), ([, block]) => block!);
}

const isMissing = (program: string, option: string): boolean =>
  spawnSync(program, [option]).error !== undefined;
/** Modules that the lines need, and that a server needs at all. */
const APACHE_MODULES = ['mpm_event', 'authz_core', 'mime', 'dir', 'headers', 'rewrite'];

/** Start a server in the foreground. @returns when it takes connections */
async function startServer(
  [program = '', ...args]: readonly string[],
  port: number,
  folder: string,
  environment: Record<string, string> = {},
): Promise<RunningHost> {
  const url = `http://127.0.0.1:${port}/`;
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  const closed = once(child, 'close');
  let hasEnded = false;
  void closed.then(() => (hasEnded = true));
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (hasEnded) throw new Error(`${program} has ended: ${errors}`);
    await wait(30);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function temporary(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'docs-assistant-'));
}

/** Serve a folder by a function of an edge, with the files behind it as static hosts have them. */
async function startFunction(
  folder: string,
  run: (request: Request, files: (request: Request) => Promise<Response>) => Promise<Response>,
): Promise<RunningHost> {
  const files = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const path = pathname.slice(1);
    const file =
      path === '' || path.endsWith('/')
        ? await findFile(folder, `${path}index.html`)
        : ((await findFile(folder, path)) ?? (await findFile(folder, `${path}.html`)));
    if (file !== null) return sendFile(request, file);
    if (await findFile(folder, `${path}/index.html`))
      return new Response(null, { status: 308, headers: { location: `${pathname}/` } });
    return new Response('Not found', { status: 404, headers: { 'content-type': 'text/html' } });
  };
  const { url, close } = await serveHandler((request) => run(request, files), { closeWithin: 0 });
  return { url: `${url}/`, [Symbol.asyncDispose]: close };
}

/** Import a block of code as the module that it is. */
async function importBlock<Module>(block: string): Promise<Module> {
  return (await import(`data:text/javascript,${encodeURIComponent(block)}`)) as Module;
}

type EdgeFunction = (
  request: Request,
  context: { next(): Promise<Response> },
) => Promise<Response | undefined>;

export const STATIC_HOSTS: readonly StaticHost[] = [
  {
    name: 'Netlify',
    skip: false,
    async start(folder, [block = '']) {
      const { default: run } = await importBlock<{ default: EdgeFunction }>(block);
      return startFunction(
        folder,
        async (request, files) => (await run(request, { next: () => files(request) }))!,
      );
    },
  },
  {
    name: 'Vercel',
    skip: false,
    async start(folder, [block = '', settings = '{}']) {
      const { default: run } = await importBlock<{ default: EdgeFunction }>(block);
      const { headers } = JSON.parse(settings) as {
        headers: [{ headers: { key: string; value: string }[] }];
      };
      return startFunction(folder, async (request, files) => {
        const answer = await run(request, { next: () => files(request) });
        if (answer !== undefined) return answer;
        const page = await files(request);
        for (const { key, value } of headers[0].headers) page.headers.append(key, value);
        return page;
      });
    },
  },
  {
    name: 'Cloudflare',
    skip: false,
    async start(folder, [block = '']) {
      interface Assets {
        fetch(address: Request | URL, init?: RequestInit): Promise<Response>;
      }
      interface Worker {
        fetch(request: Request, environment: { ASSETS: Assets }): Promise<Response>;
      }
      const { default: worker } = await importBlock<{ default: Worker }>(block);
      return startFunction(folder, (request, files) =>
        worker.fetch(request, {
          ASSETS: {
            fetch: (address, init) =>
              files(address instanceof Request ? address : new Request(address, init)),
          },
        }),
      );
    },
  },
  {
    name: 'nginx',
    skip: isMissing('nginx', '-v') && 'no nginx (Debian package nginx)',
    async start(folder, [inHttp = '', inServer = '']) {
      const own = await temporary();
      const port = await findFreePort();
      const file = join(own, 'nginx.conf');
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      await writeFile(
        file,
        `pid ${own}/nginx.pid;
error_log ${own}/error.log;
events {}
http {
  access_log off;
  types { text/html html; text/plain txt; text/css css; application/javascript js; application/xml xml; }
  ${places.map((name) => `${name}_temp_path ${own}/${name};`).join('\n  ')}
  ${inHttp}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    absolute_redirect off;
    ${inServer}
  }
}
`,
      );
      // As root, the workers would be of a user that cannot read the folder.
      if (process.getuid?.() === 0) await writeFile(file, `user root;\n${await readFile(file, 'utf8')}`);
      execFileSync('nginx', ['-c', file], { stdio: ['ignore', 'ignore', 'ignore'] });
      return {
        url: `http://127.0.0.1:${port}/`,
        async [Symbol.asyncDispose]() {
          execFileSync('nginx', ['-c', file, '-s', 'stop'], { stdio: 'ignore' });
          while (existsSync(join(own, 'nginx.pid'))) await wait(20);
          await rm(own, { recursive: true, force: true });
        },
      };
    },
  },
  {
    name: 'Apache',
    skip: isMissing('apache2', '-v') && 'no apache2 (Debian package apache2)',
    async start(folder, [lines = '']) {
      const own = await temporary();
      const port = await findFreePort();
      const file = join(own, 'apache.conf');
      await writeFile(join(folder, '.htaccess'), lines);
      await writeFile(join(own, 'mime.types'), 'text/html html\ntext/plain txt\ntext/css css\n');
      await writeFile(
        file,
        `ServerName localhost
PidFile ${own}/apache.pid
ErrorLog ${own}/error.log
Listen 127.0.0.1:${port}
${APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
TypesConfig ${own}/mime.types
DirectoryIndex index.html
DocumentRoot ${folder}
<Directory ${folder}>
  AllowOverride All
  Require all granted
</Directory>
`,
      );
      return startServer(['apache2', '-f', file, '-D', 'FOREGROUND'], port, own);
    },
  },
  {
    name: 'Caddy',
    skip: isMissing('caddy', 'version') && 'no caddy (Debian package caddy)',
    async start(folder, [lines = '']) {
      const own = await temporary();
      const port = await findFreePort();
      const file = join(own, 'Caddyfile');
      await writeFile(
        file,
        `{
	admin off
	auto_https off
}
http://127.0.0.1:${port} {
	bind 127.0.0.1
	root * ${folder}
	${lines.trimEnd().replaceAll('\n', '\n\t')}
}
`,
      );
      const args = ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
      return startServer(args, port, own, { HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own });
    },
  },
];
