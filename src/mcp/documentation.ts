import type { ProblemReport } from '../protocol/api.ts';
import type { AnswerSource, SearchSource } from '../protocol/sources.ts';
import type { DocsPages } from '../engine/pages/docs-pages.ts';

/** A documentation that programs search, read and ask. */
export interface McpDocumentation {
  /** Domain identifier. */
  domain: string;
  pages: DocsPages;
  /** The API, with its checks and limits. */
  client: SearchSource & AnswerSource;
  /** Whether a language model writes answers. Otherwise there is no tool for questions: programs quote by themselves. */
  hasModel: boolean;
  /** Address of the site's pages, which ends with a slash; `null`: unknown. */
  siteUrl: string | null;
  /** Take what a program found wrong in a page; `null`: insights are off. @throws RequestRefusal */
  report: ((report: ProblemReport) => Promise<void>) | null;
  /** Called with failures whose details are hidden from clients. */
  onFailure(error: unknown): void;
}
