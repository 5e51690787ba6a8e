import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { storageKey } from '../../../state/storage/site-key.ts';
import type { Lazy } from '../../shared/lazy.ts';
import type * as Tools from './call-tool.ts';
import type { PageTool } from './model-context.ts';
import type { ToolHost, ToolPanel } from './tool-call.ts';
import { listTools, type ToolDefinition } from './tool-definitions.ts';

/** The part of the element that this group uses. */
interface WebMcpHost extends ReactiveControllerHost, ToolHost {
  /** Load the panel. @returns `undefined` after a failure */
  load(): Promise<WebMcpPanel | undefined>;
}

interface WebMcpPanel extends ToolPanel {
  readonly groups: ToolPanel['groups'] & {
    readonly afterAnswer: Pick<Lazy<{ readonly pageTools: Lazy<typeof Tools> }>, 'load'>;
  };
}

/** Elements whose tools are wanted, in the order in which they asked. The first has them: names are those of a page. */
const wanted = new Set<ToolRegistration>();
let owner: ToolRegistration | undefined;

const watching = new WeakSet<WebMcpHost>();

/** Offer the tools of an element to the browser's agent while it is on the page and has `webmcp`. Idempotent. */
export function watch(host: WebMcpHost): void {
  if (watching.has(host)) return;
  watching.add(host);
  host.addController(new ToolRegistration(host));
  void markPassage(host);
}

class ToolRegistration implements ReactiveController {
  readonly #host: WebMcpHost;
  #registered: AbortController | undefined;
  #hasSearch = false;

  constructor(host: WebMcpHost) {
    this.#host = host;
  }

  hostConnected(): void {
    this.hostUpdated();
  }

  hostUpdated(): void {
    const host = this.#host;
    if (host.webmcp && host.isConnected) wanted.add(this);
    else wanted.delete(this);
    // Which tools there are depends on the source.
    if (owner === this && canSearch(host) !== this.#hasSearch) setOwner(undefined);
    setOwner([...wanted][0]);
  }

  hostDisconnected(): void {
    this.hostUpdated();
  }

  register(): void {
    const { signal } = (this.#registered = new AbortController());
    this.#hasSearch = canSearch(this.#host);
    for (const tool of listTools(this.#hasSearch)) void register(createTool(tool, this.#host), signal);
  }

  unregister(): void {
    this.#registered?.abort();
  }
}

function setOwner(next: ToolRegistration | undefined): void {
  if (next === owner) return;
  owner?.unregister();
  owner = next;
  owner?.register();
}

/** Whether an element has anything that finds sections. */
function canSearch({ endpoint, domain, indexUrl, source }: WebMcpHost): boolean {
  return indexUrl !== '' || (!source && endpoint.trim() !== '' && domain.trim() !== '');
}

function createTool(definition: ToolDefinition, host: WebMcpHost): PageTool {
  const { name, title, description, arguments: properties, required, isReadOnly } = definition;
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties,
      required: required ? [required] : [],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: isReadOnly, untrustedContentHint: true },
    async execute(input, { signal = new AbortController().signal } = {}) {
      const panel = await host.load();
      const tools = await (await panel?.groups.afterAnswer.load())?.pageTools.load();
      if (panel && tools) return tools.callTool(panel, definition, input, signal);
      return 'not-loaded: The tools of this page could not be loaded. Try again.';
    },
  };
}

/** Register a tool, unless the page has one of that name: its own stays. */
async function register(tool: PageTool, signal: AbortSignal): Promise<void> {
  try {
    await document.modelContext?.registerTool(tool, { signal });
  } catch (error) {
    if (!signal.aborted) console.warn(`The tool ${tool.name} could not be registered.`, error);
  }
}

/** Mark the passage that a tool of the page before has opened this one for. */
async function markPassage(host: WebMcpHost): Promise<void> {
  try {
    if (sessionStorage.getItem(storageKey(host, 'passage')) === null) return;
  } catch {
    return;
  }
  await (await host.load())?.groups.afterAnswer.load();
}
