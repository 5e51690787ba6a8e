import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequestListener, type RequestListener } from '../../src/node.ts';
import { createProxy } from '../../src/proxy.ts';
import type { AgentSessionReport } from '../../src/protocol/api.ts';
import { createRepository, type GitRepository } from '../service/deploy/git-repository.ts';
import {
  endPieces,
  searchCall,
  startModelEndpoint,
  writeDeltas,
  writePieces,
  type ModelEndpoint,
} from '../service/answer/model-endpoint.ts';
import { ADMIN_KEY, ASSISTANT_KEY } from '../service/http-service.ts';
import { serveProject, type UpdatedService } from '../service/deploy/update-service.ts';

/** What a test has done on the machine of the service. */
export type ServiceOrder =
  /** With `asked`, a language model asks the reader so after the first question, and repeats what the reader says then. */
  | { readonly do: 'open'; readonly files: Readonly<Record<string, string>>; readonly asked?: object }
  | {
      readonly do: 'commit';
      readonly files: Readonly<Record<string, string | null>>;
      readonly message: string;
    }
  | { readonly do: 'rename-branch'; readonly from: string; readonly to: string }
  | { readonly do: 'start-update' }
  | { readonly do: 'start-job'; readonly report: AgentSessionReport }
  | { readonly do: 'report-job'; readonly id: string; readonly report: AgentSessionReport }
  /** Breaks connections, or lets them through again. */
  | { readonly do: 'disconnect' | 'connect' }
  | { readonly do: 'close' };

interface RunningProject {
  readonly repository: GitRepository;
  readonly service: UpdatedService;
  readonly model: ModelEndpoint | null;
  /** The proxy in front of it, its admin routes opened. */
  readonly answer: RequestListener;
  isConnected: boolean;
}

const PREFIX = '/__services/';
const projects = new Map<string, RunningProject>();

/**
 * Real services over real git repositories, behind a real proxy whose admin routes are open: `PUT /__services/{name}` takes a
 * {@link ServiceOrder}, everything below that address is a request to the proxy.
 *
 * @returns whether the address was one of these
 */
export async function handleService(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { pathname } = new URL(request.url ?? '', 'http://localhost');
  if (!pathname.startsWith(PREFIX)) return false;
  const [name = '', ...rest] = pathname.slice(PREFIX.length).split('/');
  if (rest.length > 0) {
    const project = projects.get(name);
    if (project?.isConnected) void project.answer(request, response);
    else request.socket.destroy();
    return true;
  }
  let body = '';
  for await (const piece of request) body += String(piece);
  const result = await carryOut(name, JSON.parse(body) as ServiceOrder);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result ?? null));
  return true;
}

async function carryOut(name: string, order: ServiceOrder): Promise<unknown> {
  if (order.do === 'open') {
    const repository = await createRepository(order.files);
    const model = order.asked ? await startAskingModel(order.asked) : null;
    const service = await serveProject(
      { source: { repository: repository.path, branch: 'main' } },
      model ? { model: { url: model.url, name: 'test-model', rewrite: false } } : {},
    );
    const proxy = createProxy({
      upstream: service.url,
      keys: { assistant: ASSISTANT_KEY, admin: ADMIN_KEY },
      domains: ['lighthouse'],
      basePath: PREFIX + name,
      authorize: () => true,
    });
    projects.set(name, {
      repository,
      service,
      model,
      answer: createRequestListener(proxy),
      isConnected: true,
    });
    return null;
  }
  const project = projects.get(name)!;
  const { repository, service } = project;
  switch (order.do) {
    case 'commit':
      return repository.commit(order.files, order.message);
    case 'rename-branch':
      return repository.git('branch', '--move', order.from, order.to);
    case 'start-update':
      return service.admin.startUpdate();
    case 'start-job':
      return service.admin.startJob(order.report);
    case 'report-job':
      return service.admin.reportJob(order.id, order.report);
    case 'connect':
    case 'disconnect':
      project.isConnected = order.do === 'connect';
      return null;
    case 'close':
      projects.delete(name);
      await service[Symbol.asyncDispose]();
      await project.model?.[Symbol.asyncDispose]();
      return repository[Symbol.asyncDispose]();
  }
}

/** A language model that asks the reader after the first question. */
function startAskingModel(asked: object): Promise<ModelEndpoint> {
  return startModelEndpoint((response, { messages }) => {
    const isFirst = messages.length === 2;
    const said = /Question: (.*)$/.exec(messages.at(-1)!.content)?.[1];
    if (isFirst) writeDeltas(response, searchCall(JSON.stringify(asked), 0, 'ask_reader'));
    else writePieces(response, `You said ${said}.`);
    endPieces(response, isFirst ? 'tool_calls' : 'stop');
  });
}
