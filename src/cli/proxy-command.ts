import { parseArgs } from 'node:util';
import { closeOnSignal, serveHandler } from '../node/serve-handler.ts';
import { createProxy } from '../proxy/create-proxy.ts';
import { tell } from './report-progress.ts';
import { readWholeNumber, UsageError } from './usage-error.ts';

export const HELP = `Usage: docs-assistant proxy --upstream URL --domain NAME [options]

Answers the assistant and search endpoints by asking the upstream with the API key, which pages never see.

Options:
  --upstream URL         base address of the service, without /v1
  --domain NAME          domain identifier that may be asked; may be repeated
  --origin ORIGIN        origin of pages that may call: https://docs.example.com; may be repeated
  --port PORT            port to listen on; 0 takes a free one (default 8788)
  --host HOST            address to listen on (default 127.0.0.1: this machine only)
  --trusted-proxies N    believe the last N entries of X-Forwarded-For (default 0)
  --json                 print JSON, one object a line
  --help                 this text

Environment:
  DOCS_ASSISTANT_KEY     the assistant API key
`;

/** `docs-assistant proxy` */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      upstream: { type: 'string' },
      domain: { type: 'string', multiple: true, default: [] },
      origin: { type: 'string', multiple: true, default: [] },
      port: { type: 'string', default: '8788' },
      host: { type: 'string', default: '127.0.0.1' },
      'trusted-proxies': { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
    },
  });
  const key = process.env['DOCS_ASSISTANT_KEY'];
  if (values.upstream === undefined) throw new UsageError('Name the service with --upstream.');
  if (values.domain.length === 0) throw new UsageError('Name what may be asked with --domain.');
  if (!key) throw new UsageError('Give the API key in DOCS_ASSISTANT_KEY.');
  const handler = createProxy({
    upstream: values.upstream,
    keys: { assistant: key },
    domains: values.domain,
    origins: values.origin,
    trustedProxies: readWholeNumber('trusted-proxies', values['trusted-proxies'], 100),
    onUpstreamFailure: ({ operation, code, status }) =>
      tell(`${operation}: ${code}${status === undefined ? '' : ` (upstream answered ${status})`}`),
  });
  const port = readWholeNumber('port', values.port, 65_535);
  const server = await serveHandler(handler, { port, host: values.host });
  closeOnSignal(() => server.close());
  process.stdout.write(
    values.json ? `${JSON.stringify({ listening: server.url })}\n` : `listening on ${server.url}\n`,
  );
  return 0;
}
