import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequestListener } from '../../src/node.ts';
import { createProxy } from '../../src/proxy.ts';
import { PLATFORM_ADMIN_KEY, PLATFORM_KEY, startPlatform, type Platform } from './platform.ts';

const PREFIX = '/__platform/';

/** A hosted platform behind a proxy whose admin routes are open. */
interface Place {
  readonly platform: Platform;
  readonly listener: ReturnType<typeof createRequestListener>;
}

const places = new Map<string, Promise<Place>>();

/**
 * Answers as the hosted platform does behind a proxy: each name below `/__platform/` is one of its own, started with its first request.
 * `GET /__platform/{name}/received` tells what has arrived at the platform, `DELETE` ends it.
 *
 * @returns whether the address was one of these
 */
export async function handlePlatform(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (!request.url?.startsWith(PREFIX)) return false;
  const [name = '', action] = request.url.slice(PREFIX.length).split('/');
  const { platform, listener } = await (places.get(name) ?? open(name));
  if (request.method === 'DELETE') {
    places.delete(name);
    await platform[Symbol.asyncDispose]();
    response.writeHead(204).end();
  } else if (action === 'received') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(platform.received));
  } else void listener(request, response);
  return true;
}

function open(name: string): Promise<Place> {
  const place = (async () => {
    const platform = await startPlatform();
    const proxy = createProxy({
      upstream: platform.url,
      adminUpstream: platform.adminUrl,
      keys: { assistant: PLATFORM_KEY, admin: PLATFORM_ADMIN_KEY },
      domains: ['docs'],
      languages: 'any',
      basePath: PREFIX + name,
      authorize: () => true,
      visitorLimits: false,
      siteLimits: false,
    });
    return { platform, listener: createRequestListener(proxy) };
  })();
  places.set(name, place);
  return place;
}
