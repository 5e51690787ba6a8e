/** What a browser is told of a tool. */
export interface PageTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema. Browsers show it to agents, and do not check arguments by it. */
  readonly inputSchema: object;
  readonly annotations: {
    /** Whether the tool leaves page and conversation as they are. */
    readonly readOnlyHint: boolean;
    /** Whether what it gives back was written by others, so that an agent takes no instructions from it. */
    readonly untrustedContentHint: boolean;
  };
  /** Never rejects: of a failure an agent would hear nothing. @returns Markdown, or a sentence about what went wrong */
  execute(input: unknown, options?: { readonly signal?: AbortSignal }): Promise<string>;
}

/** The part of WebMCP that is used. */
export interface ModelContext {
  /** Rejects when there is a tool of this name. @param options `signal` takes the tool away */
  registerTool(tool: PageTool, options: { readonly signal: AbortSignal }): Promise<void> | undefined;
}

declare global {
  interface Document {
    /** In browsers with WebMCP, on secure pages. */
    readonly modelContext?: ModelContext;
  }
}
