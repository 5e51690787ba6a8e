import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, start, type Project, type RunningRecipe } from './recipe.ts';

/** A platform whose own server runs the recipe, as a part of a site. */
export interface Framework {
  recipe: string;
  /** Package that has to be installed. */
  package: string;
  /** Where the recipe goes. */
  path: string;
  /** Whether its server on this machine tells the recipe that a visitor has left. */
  noticesLeaving: boolean;
  /** Writes the rest of the site, and builds it. */
  prepare: (site: Project) => Promise<void>;
  start: (site: Project, environment: Record<string, string>) => Promise<RunningRecipe>;
}

const VERCEL_CONFIG = `{
  "rewrites": [{ "source": "/docs-api/(.*)", "destination": "/api/docs-api" }],
  "functions": { "api/docs-api.ts": { "supportsCancellation": true } }
}`;

/** Else it takes the folder of the outermost lockfile. */
const NEXT_CONFIG = `import { dirname } from 'node:path';
export default { turbopack: { root: dirname(import.meta.dirname) } };
`;

const ASTRO_CONFIG = `import node from '@astrojs/node';
export default { adapter: node({ mode: 'standalone' }) };
`;

/**
 * What `netlify dev` runs functions in. The command itself listens on every address, on some fixed ports, and downloads a
 * runtime for edge functions.
 */
const NETLIFY_SERVER = `import { NetlifyDev } from '@netlify/dev';
import { serveHandler } from 'docs-assistant/node';

const disabled = { enabled: false };
const site = new NetlifyDev({
  projectRoot: import.meta.dirname,
  blobs: disabled,
  edgeFunctions: disabled,
  environmentVariables: disabled,
  geolocation: disabled,
  images: disabled,
});
await site.start();
const server = await serveHandler(
  async (request) => (await site.handle(request)) ?? new Response(null, { status: 404 }),
);
console.log('listening on ' + server.url);
`;

export const FRAMEWORKS: readonly Framework[] = [
  {
    recipe: 'vercel',
    package: 'vercel',
    path: 'api/docs-api.ts',
    noticesLeaving: false,
    prepare: ({ folder }) => writeFile(join(folder, 'vercel.json'), VERCEL_CONFIG),
    start: (site, environment) =>
      start(
        'vercel',
        [
          ...['dev', '--local', '--yes', '--listen', '127.0.0.1:0'],
          ...['--queue-port', '0', '--runtime-cache-port', '0'],
        ],
        site,
        environment,
        /Ready! Available at http:\/\/127\.0\.0\.1:(\d+)/,
      ),
  },
  {
    recipe: 'netlify',
    package: '@netlify/dev',
    path: 'netlify/functions/docs-api.ts',
    noticesLeaving: false,
    prepare: ({ folder }) => writeFile(join(folder, 'serve.js'), NETLIFY_SERVER),
    start: (site, environment) => start('node', ['serve.js'], site, environment),
  },
  {
    recipe: 'nextjs',
    package: 'next',
    path: 'app/docs-api/[...path]/route.ts',
    noticesLeaving: true,
    prepare: ({ folder }) => writeFile(join(folder, 'next.config.mjs'), NEXT_CONFIG),
    start: (site, environment) => start('next', ['dev', '-H', '127.0.0.1', '-p', '0'], site, environment),
  },
  {
    recipe: 'astro',
    package: 'astro',
    path: 'src/pages/docs-api/[...path].ts',
    noticesLeaving: true,
    prepare: async (site) => {
      await writeFile(join(site.folder, 'astro.config.mjs'), ASTRO_CONFIG);
      await run('astro', ['build'], site);
    },
    start: (site, environment) =>
      start('node', ['dist/server/entry.mjs'], site, { HOST: '127.0.0.1', ...environment }),
  },
];
