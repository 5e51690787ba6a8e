import { MAX_PAGE_SIZE } from '../protocol/api.ts';
import { DEFAULT_SITE_LIMITS } from '../proxy/budgets.ts';
import { MAX_INSIGHTS_OPTIONS } from '../service/insights/insights-options.ts';
import { MULTILINGUAL, RERANKER } from '../service/models/known-models.ts';
import {
  readBaseAddress,
  readBasePath,
  readEnginePlace,
  resolveFolder,
  readIdentifier,
  readLanguageTag,
  readOrigin,
  readPublicUrl,
  readSiteBase,
  type OptionTable,
  type OptionValues,
  type VariableTable,
} from './read-option.ts';

const { messagesPerMinute, messagesPerDay, messagesPerMonth } = DEFAULT_SITE_LIMITS;
const BUDGET = { value: 'N', range: [0, 999_999_999] } as const;
const REPORT = { heading: 'Report options' } as const;
const LINK_CHECK = { heading: 'Options of check-links' } as const;

/**
 * Every option of the command line: what the help says, how its value is read, which environment variable it takes the place of and
 * which setting of a configuration file. A command names those that it takes in the order of its help.
 */
export const OPTIONS = {
  // Pages
  site: {
    value: 'ORIGIN',
    about:
      'site whose pages are allowed: https://docs.example.com (default: any page on localhost, for testing)',
    repeatable: true,
    read: readOrigin,
  },
  'base-path': { value: 'PATH', about: 'path of routes for pages', read: readBasePath, default: '/docs-api' },
  'public-url': {
    value: 'URL',
    about: 'address of this program for browsers, if it is not that of the site',
    read: readPublicUrl,
  },
  pages: { about: 'serve the built site in DIR, too, each page also as Markdown for programs' },
  'questions-per-minute': {
    ...BUDGET,
    about: 'questions of all visitors in a minute',
    default: messagesPerMinute,
  },
  'questions-per-day': { ...BUDGET, about: 'the same in a day', default: messagesPerDay },
  'questions-per-month': { ...BUDGET, about: 'the same in a month', default: messagesPerMonth },
  base: {
    value: 'PATH',
    about: 'path of the site on its host, such as /docs/ (default: detected)',
    read: readSiteBase,
  },

  // Where to listen
  port: {
    value: 'PORT',
    about: 'port to listen on; 0 takes a free one',
    range: [0, 65_535],
    variable: 'PORT',
    setting: 'port',
    default: 8787,
  },
  host: {
    value: 'HOST',
    about: 'address to listen on (default 127.0.0.1: this machine only)',
    variable: 'HOST',
    setting: 'host',
    default: '127.0.0.1',
  },
  'trusted-proxies': {
    value: 'N',
    about: 'number of trusted entries of `X-Forwarded-For`, from its end',
    range: [0, 100],
    setting: 'trustedProxies',
    default: 0,
  },

  // Which documentation
  dir: {
    value: 'DIR',
    about: "folder of Markdown, MDX or built HTML, whose index is kept in the user's cache folder",
  },
  endpoint: {
    value: 'URL',
    about: 'base address of the service, without /v1',
    read: readBaseAddress,
    default: 'http://127.0.0.1:8787',
  },
  upstream: { value: 'URL', about: 'base address of the service, without /v1', read: readBaseAddress },
  'api-version': {
    value: 'VERSION',
    about: 'version of the service: v2, with a fallback to v1, or v1, the contract alone',
    choices: ['v1', 'v2'],
    default: 'v2',
  },
  domain: { value: 'NAME', about: "domain identifier (default: the folder's name)", read: readIdentifier },
  project: { value: 'ID', about: 'project id (default: the domain)', read: readIdentifier },
  version: { value: 'NAME', about: 'only this version of the documentation' },
  language: { value: 'TAG', about: 'only this language' },

  // State of a service
  data: {
    value: 'DIR',
    about: 'folder for index, keys and conversations',
    read: resolveFolder,
    setting: 'dataDir',
    default: '.docs-assistant',
  },
  config: { value: 'FILE', about: 'configuration file, JSON or YAML' },
  engine: {
    value: 'lancedb:PLACE',
    about:
      'search in LanceDB in a folder, or at s3://BUCKET/FOLDER, which several processes share (default: each process searches files of its own)',
    read: (_, place) => readEnginePlace(place, process.cwd()),
    setting: 'enginePlace',
  },
  model: { value: 'SOURCE', about: 'model for search by meaning: its folder, or the address of a download' },
  'no-model': { about: 'search by words only, without a model' },

  // How a folder is read
  exclude: { value: 'GLOB', about: 'files and folders to leave out: drafts, "blog/20*"', repeatable: true },
  boost: {
    value: 'GLOB=FACTOR',
    about: 'rank pages higher or lower, by 0.1 to 10, such as blog=0.5',
    repeatable: true,
  },
  'page-url': {
    value: 'RULE',
    about:
      'addresses of Markdown pages: path, html or slash, optionally with ",lowercase", or a template such as "{version}/{path}.html" (default path: guides/intro)',
  },
  sitemap: {
    value: 'FILE|URL',
    about: 'take the addresses of Markdown pages from the sitemap of the site',
    repeatable: true,
  },
  built: { value: 'DIR', about: 'or from the folder of the built site', read: resolveFolder },
  content: { value: 'SELECTOR', about: 'elements with the text of an HTML page (default: recognised)' },
  ignore: { value: 'SELECTOR', about: 'elements of HTML pages to leave out', repeatable: true },

  // How a service runs
  watch: { about: 'update the index when a file of a folder changes' },
  'no-updates': { about: 'leave deployment updates to "docs-assistant worker"' },
  drain: {
    value: 'SECONDS',
    about: 'seconds after SIGTERM in which requests are still accepted, while `/readyz` returns 503',
    range: [0, 600],
    setting: 'drainSeconds',
    // Load balancers need some seconds to send requests elsewhere.
    default: 5,
  },
  grace: {
    value: 'SECONDS',
    about: 'seconds that open answers may take to end when the service is stopped',
    range: [0, 3_600],
    setting: 'graceSeconds',
    default: 30,
  },
  log: {
    value: 'FORMAT',
    about: 'lines on stderr: json, or text (default: text in a terminal, else json)',
    choices: ['json', 'text'],
    default: process.stderr.isTTY ? 'text' : 'json',
  },
  insights: {
    value: 'DAYS',
    about:
      'count what readers look for, without anything about a person, and keep it so long (default: never)',
    range: [1, MAX_INSIGHTS_OPTIONS.days],
    variable: 'DOCS_INSIGHTS_DAYS',
    setting: 'insights.days',
  },
  'log-questions': { about: 'log the text of questions and searches', setting: 'logQuestions' },
  'keep-alive': {
    value: 'SECONDS',
    about: 'send a comment after this much silence in an answer (default: never)',
    range: [0, 3_600],
  },

  // Files of an index
  out: {
    value: 'DIR',
    about:
      'folder for the files of the index; of several projects of a file, each in a folder named by its domain',
  },
  elements: {
    value: 'DIR',
    about: "folder for the elements' files (default: cdn beside the folder of --out)",
    read: resolveFolder,
  },
  'no-elements': { about: 'leave them out, for pages that load them from elsewhere' },
  markdown: {
    value: 'DIR',
    about: 'folder of the built site, for llms.txt, llms-full.txt and each page as Markdown beside its pages',
  },
  'fallback-language': {
    value: 'TAG',
    about: "language in which pages are searched that have no translation (default: the site's main one)",
    read: readLanguageTag,
  },
  offline: {
    value: 'FILE',
    about:
      'also write a service worker that keeps the index and the elements, so that search works without a network; in the root folder of the site, such as ./dist/docs-offline.js',
  },
  'offline-elements': {
    value: 'ADDRESS',
    about: "address of the elements' script, relative to that of FILE (default: cdn/docs-assistant.js)",
  },
  'offline-limit': {
    value: 'MB',
    about: 'most that a browser keeps of an index and the elements (default: 50)',
    range: [1, 1_000],
  },
  'offline-pages': { about: 'keep visited pages, too, and what they load' },

  // Searches and answers
  'page-size': { value: 'N', about: `1 to ${MAX_PAGE_SIZE} results`, range: [1, MAX_PAGE_SIZE], default: 10 },
  delay: { value: 'MS', about: 'milliseconds before a piece of an answer', range: [0, 60_000], default: 20 },
  scenario: { value: 'NAME', about: 'scenario of the requests that ask for none', default: 'answer' },

  // Keys
  label: { value: 'TEXT', about: 'what the key is for, for the list', default: '' },
  key: { value: 'KEY', about: 'API key of questions and searches (default: DOCS_ASSISTANT_KEY)' },
  'admin-key': { value: 'KEY', about: 'API key of agent jobs and updates (default: DOCS_ADMIN_KEY)' },

  // Updates and agent sessions
  follow: { about: 'print the log of the update until it has ended' },
  branch: { ...REPORT, value: 'NAME', about: 'branch of the changes' },
  message: { ...REPORT, value: 'TEXT', about: 'message to the user' },
  'pull-request': { ...REPORT, value: 'URL', about: 'link of the pull request' },
  todo: { ...REPORT, value: 'STATUS:TEXT', about: 'a todo item; all items are replaced', repeatable: true },
  todos: { ...REPORT, value: 'JSON', about: 'or all items: [{"content", "status", "priority", "id"}]' },
  halt: { ...REPORT, value: 'REASON', about: 'ends the session: completed, github_missconfigured or error' },
  repository: {
    ...LINK_CHECK,
    value: 'ADDRESS',
    about: 'repository to clone, in place of DIR; --branch is the branch of it to check',
  },
  folder: { ...LINK_CHECK, value: 'PATH', about: 'folder of the repository' },
  push: { ...LINK_CHECK, about: 'push the branch to origin' },

  // Models
  multilingual: {
    about: `the model for languages other than English (${MULTILINGUAL.name}, ${MULTILINGUAL.size})`,
  },
  reranker: {
    about: `the model that reorders what was found for an answer (${RERANKER.name}, ${RERANKER.size}, English)`,
  },
  from: {
    value: 'SOURCE',
    about:
      "source: an address with the files below it, or a folder (default: the model's address at huggingface.co)",
  },
  to: {
    value: 'DIR',
    about:
      "target folder, for --model and DOCS_EMBEDDINGS_FOLDER or DOCS_RERANKER_FOLDER (default: the user's cache folder, or models/NAME in the data folder with --data or --config)",
  },

  // Conformance
  public: { about: 'a proxy for pages: the API without the keys' },
  origin: {
    value: 'ORIGIN',
    about: 'origin of the page that the requests come from; checks that its browser may read the answers',
    read: readOrigin,
  },
  query: { value: 'TEXT', about: 'search that finds something', default: 'install' },
  question: { value: 'TEXT', about: 'question that is answered there', default: 'How do I get started?' },
  accept: {
    value: 'TYPES',
    about: 'header Accept of questions (default: both stream formats)',
    default: 'text/event-stream, text/plain, application/json',
  },
  'admin-url': {
    value: 'URL',
    about: 'base address of agent jobs and updates, if it is another',
    read: readBaseAddress,
  },
  update: { value: 'ID', about: 'reads the status of this deployment update' },
  'start-update': { about: 'starts a deployment update, and reads its status' },
  limit: {
    value: 'N',
    about: 'the server was set to answer N questions at most: asks until it refuses one',
    range: [1, 1_000],
  },
  timeout: { value: 'SECONDS', about: 'most time until an answer has ended', range: [1, 600], default: 30 },
  'max-bytes': { value: 'N', about: 'most bytes of an answer', range: [1, 256_000_000], default: 16_000_000 },

  take: {
    value: 'N',
    about: 'list: number of the newest sessions',
    range: [1, 5_000],
    default: 100,
  },
  json: { about: 'print JSON, one object a line' },
} as const satisfies OptionTable;

/** Options of the commands that answer the pages of a site. */
export const SITE = [
  'site',
  'base-path',
  'public-url',
  'questions-per-minute',
  'questions-per-day',
  'questions-per-month',
] as const;
/** Options of the commands that build or search an index. */
export const MODEL = ['model', 'no-model'] as const;
const FILES = ['exclude', 'boost', 'page-url', 'sitemap', 'built', 'content', 'ignore'] as const;
/** Options of the commands that read a folder. */
export const READING = [...FILES, 'fallback-language'] as const;
/** Options of the commands that use the data of a service. */
export const DATA = ['data', 'config'] as const;
/** Options of the service worker that `build` writes. */
export const OFFLINE = ['offline', 'offline-elements', 'offline-limit', 'offline-pages'] as const;

/** Environment variables of a language model. */
export const MODEL_VARIABLES = {
  DOCS_MODEL_URL: { setting: 'model.url', about: 'address of an OpenAI-compatible language model' },
  DOCS_MODEL_NAME: { setting: 'model.name', about: 'its name' },
  DOCS_MODEL_KEY: { setting: 'model.key', about: 'its key' },
  DOCS_MODEL_HEADERS: { setting: 'model.headers', form: 'JSON', about: 'JSON: header fields of requests' },
  DOCS_MODEL_BODY: { setting: 'model.body', form: 'JSON', about: 'JSON: more fields of requests' },
  DOCS_MODEL_INSTRUCTIONS: { setting: 'model.instructions', about: 'further instructions' },
  DOCS_MODEL_TEMPERATURE: { setting: 'model.temperature', form: 'JSON', about: 'sampling temperature' },
  DOCS_MODEL_MAX_OUTPUT_TOKENS: {
    setting: 'model.maxOutputTokens',
    form: 'JSON',
    about: 'maximum of tokens of an answer',
  },
  DOCS_MODEL_PROMPT_TOKENS: {
    setting: 'model.promptTokens',
    form: 'JSON',
    about: 'maximum of tokens of a prompt',
  },
  DOCS_MODEL_FIRST_TOKEN_TIMEOUT: {
    setting: 'model.firstTokenTimeout',
    form: 'JSON',
    about: 'milliseconds to its first token',
  },
  DOCS_MODEL_TIMEOUT: { setting: 'model.timeout', form: 'JSON', about: 'milliseconds between two pieces' },
  DOCS_MODEL_PAUSE: { setting: 'model.pause', form: 'JSON', about: 'milliseconds of quotes after a failure' },
  DOCS_MODEL_TOOLS: { setting: 'model.tools', form: 'JSON', about: 'true or false: whether it has tools' },
  DOCS_MODEL_STARTS_WITH_REASONING: {
    setting: 'model.startsWithReasoning',
    form: 'JSON',
    about: 'true or false: whether only </think> marks its reasoning',
  },
  DOCS_MODEL_FOREIGN_LINKS: {
    setting: 'model.foreignLinks',
    form: 'list',
    about: 'documented, all, none, or hosts between commas',
  },
  DOCS_MODEL_REWRITE: { setting: 'model.rewrite', form: 'JSON', about: 'false: questions are not rewritten' },
  DOCS_MODEL_REWRITE_URL: { setting: 'model.rewrite.url', about: 'address of another model for that' },
  DOCS_MODEL_REWRITE_NAME: { setting: 'model.rewrite.name', about: 'its name' },
  DOCS_MODEL_REWRITE_KEY: { setting: 'model.rewrite.key', about: 'its key' },
  DOCS_MODEL_REWRITE_TIMEOUT: {
    setting: 'model.rewrite.timeout',
    form: 'JSON',
    about: 'milliseconds for it',
  },
} as const satisfies VariableTable;

/** Environment variables of search by meaning. */
export const EMBEDDINGS_VARIABLES = {
  DOCS_EMBEDDINGS_URL: { about: 'address of OpenAI-compatible embeddings' },
  DOCS_EMBEDDINGS_NAME: { about: 'their model' },
  DOCS_EMBEDDINGS_KEY: { about: 'their key' },
  DOCS_EMBEDDINGS_FOLDER: { about: 'or the folder of a sentence-embedding model' },
  DOCS_EMBEDDINGS_MIRROR: { about: 'or the address or folder to download the model from' },
  DOCS_EMBEDDINGS_CACHE: { about: "folder of downloaded models (default: the user's cache folder)" },
} as const satisfies VariableTable;

/** Environment variables of the commands that answer questions of a folder. */
export const ANSWER_VARIABLES = {
  ...MODEL_VARIABLES,
  ...EMBEDDINGS_VARIABLES,
  DOCS_RERANKER_FOLDER: { about: 'folder of a cross-encoder that reorders what is found, or none' },
} as const satisfies VariableTable;

/** Every other environment variable. */
export const VARIABLES = {
  DOCS_ASSISTANT_KEY: { about: 'API key of questions and searches' },
  DOCS_ADMIN_KEY: { about: 'API key of agent jobs and updates' },
  DOCS_METRICS_KEY: { about: 'bearer token of GET /metrics', setting: 'metricsKey' },
  DATABASE_URL: { about: 'PostgreSQL shared by several processes', setting: 'databaseUrl' },
  REDIS_URL: { about: 'Redis or Valkey server for limits (default: in memory)', setting: 'redisUrl' },
  DOCS_BROWSER: { about: 'browser that takes screenshots of updates' },
  DOCS_MULTILINGUAL_MIRROR: { about: 'as DOCS_EMBEDDINGS_MIRROR, with --multilingual' },
  DOCS_RERANKER_MIRROR: { about: 'as DOCS_EMBEDDINGS_MIRROR, with --reranker' },
} as const satisfies VariableTable;

/** Values of the options with these names. */
export type ValuesOf<Name extends keyof typeof OPTIONS> = OptionValues<Pick<typeof OPTIONS, Name>>;
