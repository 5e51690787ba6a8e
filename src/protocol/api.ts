/**
 * The shapes of the six endpoints of the documentation-platform API, spelled exactly as they stand on the wire
 * (`haulted`, `haultReason` and `_id` included). Times are ISO 8601 date-times in UTC.
 */

/** Restricts retrieval and search to one version and one language of the documentation. */
export interface DocsFilter {
  version?: string;
  language?: string;
}

/** The filter of a request. Only the hosted platform knows `tag` and `groups`. */
export interface RequestFilter extends DocsFilter {
  /** Only pages with this tag. In searches. */
  tag?: string;
  /** Groups of the reader, for pages that are not for everyone. */
  groups?: string[];
}

/** What a question is about, besides its text. The hosted platform and our own service know it. */
export interface QuestionContext {
  type: 'code' | 'textSelection';
  value: string;
  /** Page that it is from. */
  path?: string;
  elementId?: string;
}

/** A part of a message. `text` is the only type this project sends. */
export interface MessagePart {
  type: string;
  text: string;
}

/** One turn of the conversation as it is sent. `content` is the text of all parts joined. */
export interface Message {
  id: string;
  role: 'user' | 'assistant' | (string & {});
  content: string;
  parts: MessagePart[];
}

/** Body of `POST /v1/assistant/{domain}/message`. */
export interface AssistantRequest {
  /** Any string that identifies the visitor; the elements send a random UUID. */
  fp: string;
  /** The conversation so far, oldest first. */
  messages: Message[];
  /** The thread to continue, as named by the finish event of an earlier reply. */
  threadId?: string | null;
  /** The secret that some servers send once, with a new thread, and require beside `threadId`. */
  threadKey?: string | null;
  /** Number of sections retrieved for the answer. Default 5. */
  retrievalPageSize?: number;
  filter?: RequestFilter | null;
  /** Path of the page that the reader is on. The hosted platform and our own service know it. */
  currentPath?: string | null;
  /** What the reader has selected, a text or code. The hosted platform and our own service know it. */
  context?: QuestionContext[] | null;
}

/** Body of `POST /v1/search/{domain}`. */
export interface SearchRequest {
  query: string;
  /** Number of results, 1 to 50. Default 10. */
  pageSize?: number;
  /** Least score of a result, 0 to 1. The hosted platform's. */
  scoreThreshold?: number;
  filter?: RequestFilter | null;
}

/** A stretch of a text that matches the query: UTF-16 offsets, end exclusive. */
export type MatchedRange = readonly [start: number, end: number];

/** What shows a reader why a section was found. */
export interface SearchExcerpt {
  /** Plain text of about 180 characters. */
  text: string;
  /** Where `text` matches. */
  ranges: MatchedRange[];
  /** Where the last of the headings matches, or else the title of the page; both without white space around them. */
  headingRanges?: MatchedRange[];
}

/** What this project's service puts into `metadata`. Other servers send other things: every field is optional. */
export interface SearchResultMetadata {
  /** Title of the page. */
  title?: string;
  description?: string;
  /** Headings above and including the section, outermost first, without the page's title. */
  headings?: string[];
  /** Fragment of the section on its page, without `#`. */
  anchor?: string;
  version?: string;
  language?: string;
  /** Other languages in which the page is, where none was asked for. An extension of our own service. */
  translations?: string[];
  /** Address of the section relative to the site: path, `#`, anchor. */
  href?: string;
  /** Relevance; comparable within one answer only. */
  score?: number;
  /** Whether no page has a word of the query, so that this one was found by its meaning alone. An extension of our own service. */
  isRelated?: true;
  /** Words of the query that no page has, while this one has others. An extension of our own service. */
  missing?: string[];
  /** Where `content` holds words of the query. */
  ranges?: MatchedRange[];
  /** The part of `content` that shows best why it was found. */
  excerpt?: SearchExcerpt;
  [key: string]: unknown;
}

/** One element of the array that a search answers with. */
export interface SearchResult {
  content: string;
  /** Site path of the page, percent-encoded, without leading slash. Empty for the front page. */
  path: string;
  metadata: SearchResultMetadata;
}

/** Why a session stopped; servers may send values that this list does not have yet. */
export type HaultReason = 'completed' | 'github_missconfigured' | 'error' | (string & {});

/** A todo item of an agent session. */
export interface Todo {
  content: string;
  status: string;
  priority: string;
  id: string;
}

/** An agent session ("job"). */
export interface AgentSession {
  sessionId: string;
  subdomain: string;
  branch: string | null;
  haulted: boolean;
  haultReason?: HaultReason | null;
  pullRequestLink?: string | null;
  messageToUser?: string | null;
  todos: Todo[];
  createdAt: string;
  /** Title of the session, and who started it: of the hosted platform. */
  title?: string | null;
  userId?: string | null;
}

/** What an agent runner reports about a session. Fields that are left out stay as they are. An extension of our own service. */
export type AgentSessionReport = Partial<
  Pick<AgentSession, 'branch' | 'haulted' | 'haultReason' | 'pullRequestLink' | 'messageToUser'> & {
    todos: (Pick<Todo, 'content'> & Partial<Todo>)[];
  }
>;

/** Query of `GET /v1/agent/{projectId}/jobs`, which not all servers know: they return all sessions. */
export interface JobsQuery {
  /** Number of the newest sessions that are left out. Default 0. */
  skip?: number;
  /** Maximum number of sessions, 1 to {@link MAX_JOBS_TAKE}. */
  take?: number;
}

/** A job of the hosted platform's agent, version 2. */
export interface AgentJob {
  id: string;
  status: 'active' | 'completed' | 'archived' | 'failed' | (string & {});
  /** Repository and git reference that it works on. */
  source: { repository: string | null; ref: string | null };
  model: string | null;
  prLink: string | null;
  createdAt: string;
  archivedAt: string | null;
}

/** A preview of a branch, on the hosted platform. Its progress is that of an update. */
export interface PreviewTrigger extends UpdateTrigger {
  previewUrl: string;
}

/** Body of `POST /v2/agent/{projectId}/job` and of a message to such a job, on the hosted platform. */
export interface AgentPrompt {
  prompt: string;
}

/** Body of `POST /v1/project/preview/{projectId}`, on the hosted platform. */
export interface PreviewRequest {
  branch: string;
}

/** Body of `POST /v1/page/{domain}`, on the hosted platform. */
export interface PageRequest {
  path: string;
  /** Groups of the reader, for pages that are not for everyone. */
  groups?: string[];
}

/** The text of a page, on the hosted platform. */
export interface PageContent {
  path: string;
  /** Markdown. */
  content: string;
}

/** Answer of `GET /v1/agent/{projectId}/jobs`. */
export interface AgentSessionList {
  allSessions: AgentSession[];
  /** Whether there are older sessions than these. Set by the client. */
  hasMore?: true;
}

/** State of a deployment update. */
export type UpdateState = 'queued' | 'in_progress' | 'success' | 'failure' | (string & {});

/** What triggered a deployment update. */
export type UpdateCause =
  'internal' | 'github-app-installation' | 'api' | 'github' | 'dashboard' | (string & {});

/** Paths of files that a commit touched. */
export interface FilesChanged {
  added: string[];
  modified: string[];
  removed: string[];
}

/** The commit that a deployment update was made from. */
export interface Commit {
  sha: string;
  ref: string;
  message: string;
  filesChanged: FilesChanged;
}

/** Answer of `POST /v1/project/update/{projectId}`. */
export interface UpdateTrigger {
  statusId: string;
}

/** Answer of `GET /v1/project/update-status/{statusId}`. */
export interface UpdateStatus {
  _id: string;
  projectId: string;
  createdAt: string;
  endedAt?: string | null;
  status: UpdateState;
  summary?: string | null;
  logs: string[];
  subdomain?: string | null;
  screenshot?: string | null;
  screenshotLight?: string | null;
  screenshotDark?: string | null;
  author?: string | null;
  commit?: Commit | null;
  source?: UpdateCause | null;
}

/** Answer of `GET /v1/project/latest-update/{projectId}`. An extension of our own service. */
export interface LatestUpdate {
  /** `null` before the first update. */
  update: UpdateStatus | null;
}

/** Query of `GET /v1/project/insights/{projectId}`. An extension of our own service. */
export interface InsightsQuery {
  /** Days up to today, UTC. Default 30, or as many as are kept. */
  days?: number;
  version?: string;
  language?: string;
  /** Entries of each list, 1 to 500. Default 100. */
  limit?: number;
}

/** Counts of all events of the period, also of those that no list shows. */
export interface InsightsTotals {
  questions: number;
  /** Questions that the documentation does not answer. */
  refused: number;
  /** Questions with an answer that is not certain. */
  uncertain: number;
  searches: number;
  searchesWithoutResult: number;
  /** Ratings of answers and pages. */
  helpful: number;
  notHelpful: number;
  /** Links to pages that were followed from results and answers. */
  follows: number;
}

/** A question or search, masked, with the number of times that it was asked. */
export interface CountedText {
  text: string;
  /** `null` where none was chosen. */
  version: string | null;
  language: string | null;
  count: number;
  /** The last day on which it was counted, `2026-11-24`. */
  lastDay: string;
}

/** What the documentation does not answer: an entry of the list to work off. */
export interface MissingText extends CountedText {
  kind: 'question' | 'search';
  reason: 'refused' | 'no-result' | 'not-helpful';
}

/** A page that readers followed or rated. */
export interface CountedPage {
  /** Path on the site, with a leading slash. */
  path: string;
  title?: string;
  version: string | null;
  language: string | null;
  follows: number;
  helpful: number;
  notHelpful: number;
}

/** What may be wrong in a page. */
export const PROBLEM_KINDS = ['incorrect', 'outdated', 'missing', 'unclear', 'broken'] as const;

/** What a program reports of a page. */
export interface ProblemReport {
  /** Address of the page, as in results and links. */
  address: string;
  kind: (typeof PROBLEM_KINDS)[number];
  /** What is wrong, at most 1,000 characters. */
  problem: string;
}

/** A problem of a page, reported by a program that read it. */
export interface ReportedProblem extends CountedText {
  /** Site path with a leading slash. */
  path: string;
  title?: string;
  kind: ProblemReport['kind'];
}

/** What readers look for: answer of `GET /v1/project/insights/{projectId}`. Days are UTC, lists most frequent first. */
export interface Insights {
  /** First and last day of the period, `2026-10-26`. */
  since: string;
  until: string;
  /** Days after which counts are removed. */
  retentionDays: number;
  /** How often a text must be counted before it is shown. */
  minimumCount: number;
  /** Versions and languages that have counts. */
  versions: string[];
  languages: string[];
  totals: InsightsTotals;
  missing: MissingText[];
  questions: CountedText[];
  searches: CountedText[];
  pages: CountedPage[];
  /** What programs reported as wrong; also once. Empty from services that take no reports. */
  reports: ReportedProblem[];
}

/** Body of `POST /v1/insights/{domain}/follow`. The page has its version and language in the index. */
export interface FollowedLink {
  /** Path of the page on the site, as in a search result. */
  path: string;
}

/** Answer of `GET /v1/assistant/{domain}`, which the hosted platform does not have. */
export interface AssistantInfo {
  /** Whether a language model writes the answers; else they are passages of the pages. */
  hasModel: boolean;
}

/** Maximum of `take` of a list of agent sessions, and of `skip` at our own servers. */
export const MAX_JOBS_TAKE = 100;
export const MAX_JOBS_SKIP = 100_000;
/** Default and maximum of `limit` of the insights. */
export const DEFAULT_INSIGHTS_LIMIT = 100;
export const MAX_INSIGHTS_LIMIT = 500;
/** Maximum length of a reported problem, in UTF-16 units. */
export const MAX_PROBLEM_CHARACTERS = 1_000;
/** Default of `days` of the insights. */
export const DEFAULT_INSIGHTS_DAYS = 30;
/** Default of the sections retrieved for an answer (`api.md` 2.1). */
export const DEFAULT_RETRIEVAL_PAGE_SIZE = 5;
/** Default of the results of a search. */
export const DEFAULT_SEARCH_PAGE_SIZE = 10;
/** Maximum number of results one search or retrieval may ask for. */
export const MAX_PAGE_SIZE = 50;
