import { hasNoServer, type PluginOptions } from './plugin-options.ts';

/** What a development or preview server forwards to `docs-assistant serve`, as the web server of the site does. */
interface Forwarding {
  /** Each ends with a slash. None if the elements use another host. */
  readonly paths: string[];
  readonly target: string;
}

export function readForwarding(options: PluginOptions): Forwarding {
  const { endpoint = '/docs-api', script, service: target = 'http://127.0.0.1:8787' } = options;
  return { paths: hasNoServer(options) ? [] : forwardedPaths(endpoint, script), target };
}

function forwardedPaths(endpoint: string, script: string | undefined): string[] {
  if (!endpoint.startsWith('/')) return [];
  return [`${endpoint.replace(/\/+$/, '')}/`, ...(script === undefined ? ['/cdn/'] : [])];
}

/** What is used of the configuration of Vite's two servers. */
export interface ViteServers {
  readonly server?: { readonly proxy?: object };
  readonly preview?: { readonly proxy?: object };
}

/**
 * Return the forwarding of the servers of Vite. That of `vite preview` is that of the development server unless the site has set
 * another.
 *
 * @param own what the site forwards itself, which takes precedence
 */
export function viteForwarding(options: PluginOptions, { server, preview }: ViteServers): ViteServers {
  return {
    server: { proxy: viteProxy(options, server?.proxy) },
    ...(preview?.proxy && { preview: { proxy: viteProxy(options, preview.proxy) } }),
  };
}

function viteProxy(options: PluginOptions, own: object = {}): Record<string, string> {
  const { paths, target } = readForwarding(options);
  const free = paths.filter((path) => !(path in own) && !(path.slice(0, -1) in own));
  return Object.fromEntries(free.map((path) => [path, target]));
}
