import type { PageTool } from '../../src/elements/assistant/webmcp/model-context.ts';

/** Stands in for WebMCP in browsers that do not have it, and keeps the tools that a page registers. */
export class ModelContextDouble {
  readonly tools = new Map<string, PageTool>();

  /** Give it to a page. @returns takes it away */
  static install(page: Document): ModelContextDouble {
    const context = new ModelContextDouble();
    Object.defineProperty(page, 'modelContext', { configurable: true, value: context });
    return context;
  }

  async registerTool(tool: PageTool, { signal }: { signal: AbortSignal }): Promise<void> {
    if (this.tools.has(tool.name)) throw new DOMException('Duplicate tool name', 'InvalidStateError');
    this.tools.set(tool.name, tool);
    signal.addEventListener('abort', () => this.tools.delete(tool.name));
  }

  /** Names of the tools, sorted. */
  get names(): string[] {
    return [...this.tools.keys()].toSorted();
  }

  call(name: string, input: object = {}): Promise<string> {
    return this.tools.get(name)!.execute(input);
  }
}
