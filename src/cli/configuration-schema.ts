import * as z from 'zod';
import { DEFAULT_CONTRACT_LIMITS, type ContractLimits } from '../limits/contract-limits.ts';
import { DEFAULT_ENDPOINT_LIMITS, LIMIT_NAMES, type EndpointLimits } from '../limits/endpoint-limits.ts';
import {
  DEFAULT_INSIGHTS_OPTIONS,
  MAX_INSIGHTS_OPTIONS,
  type InsightsOptions,
} from '../service/insights/insights-options.ts';
import { DEFAULT_OPEN_PROJECTS } from '../service/search/index-cache.ts';
import { DEFAULT_THREAD_LIMITS, type ThreadLimits } from '../service/storage/thread-store.ts';
import { BOOST_RANGE } from '../service/docs/page-boost.ts';
import { DEFAULT_SERVICE_LIMITS, type ServiceLimits } from '../service/service-limits.ts';
import { ENGINE_FORM } from './read-option.ts';
import { OPTIONS } from './options.ts';
import { languageModel, modelEndpoint } from './model-schema.ts';
import { httpUrl, identifier, limit, secret, secrets, text } from './schema-fields.ts';

/** Maximum number of projects of one service. */
const MAX_PROJECTS = 1_000;

/** A field that an option of the command line replaces. */
const wholeOf = (option: { about: string; default: number; range: readonly [number, number] }) =>
  limit(`${option.about[0]!.toUpperCase()}${option.about.slice(1)}.`, option.default, ...option.range);

const docsFolder = text(
  'Folder of Markdown, MDX and HTML files: on this machine or, beside `repository`, inside that (default all of it).',
);

const source = z
  .union([
    z.strictObject({ folder: docsFolder }).describe('A folder on this machine.'),
    z
      .strictObject({
        repository: text('Address of the repository, as `git clone` takes it.'),
        branch: text('Branch that is deployed. Default: the main branch of the repository.').optional(),
        folder: docsFolder.optional(),
      })
      .describe('A branch of a git repository.'),
  ])
  .describe('Where the documentation comes from: `{"folder"}` or `{"repository", "branch", "folder"}`.');

const project = z
  .strictObject({
    domain: identifier(
      'Identifier in the paths of assistant and search. Default: the name of the folder.',
    ).optional(),
    projectId: identifier(
      'Identifier in the paths of agent jobs and updates. Default: the domain.',
    ).optional(),
    dir: text('Short for `"source": {"folder": …}`.').optional(),
    source: source.optional(),
    versions: z
      .array(text('Name of a version.'))
      .optional()
      .describe('Folders that are versions. Default: detected from folder names; `[]`: none.'),
    languages: z
      .array(text('Code of a language.'))
      .optional()
      .describe('Folders that are languages. Default: detected from folder names; `[]`: none.'),
    defaultVersion: text(
      'Version of pages without one. Default: none, so that they are found under every version.',
    ).optional(),
    defaultLanguage: text(
      'Language of pages without one. Default: none, so that they are found under every language.',
    ).optional(),
    fallbackLanguage: text(
      'Language in which pages are searched that have no translation. Default: `defaultLanguage`, else the main language of the site.',
    ).optional(),
    exclude: z
      .array(text('A glob.'))
      .max(100)
      .optional()
      .describe(
        'Files and folders to leave out, as globs relative to the folder, such as `drafts` or `blog/20*`. Without a slash they match a name in any folder.',
      ),
    boost: z
      .record(z.string(), z.number().min(BOOST_RANGE[0]).max(BOOST_RANGE[1]))
      .optional()
      .describe(
        'Factors by which pages are ranked higher or lower, from 0.1 to 10, by globs as in `exclude`, such as `{"blog": 0.5, "guides/start.md": 2}`. The last one that matches counts; at most 100.',
      ),
    addresses: z
      .strictObject({
        rule: text(
          'Rule of the site: `path`, `html` or `slash`, each with `,lowercase` where needed, or a template of `{path}`, `{dir}`, `{name}`, `{version}` and `{language}`. Default: `path`.',
        ).optional(),
        sitemap: z
          .union([text('Address or file.'), z.array(text('Address or file.')).min(1)])
          .describe(
            'Sitemap with the real addresses: an address, or a file relative to this one; or a list of at most 100, if each language has its own.',
          )
          .optional(),
        built: text('Folder of the built site, relative to this file, in place of a sitemap.').optional(),
      })
      .optional()
      .describe('Site addresses of Markdown pages. Default: the paths of their files.'),
    html: z
      .strictObject({
        content: text(
          'CSS selector of the elements with the text of a page. Default: recognised.',
        ).optional(),
        ignore: z
          .array(text('A CSS selector.'))
          .max(100)
          .optional()
          .describe('CSS selectors of further elements to leave out.'),
      })
      .optional()
      .describe('How built pages are read.'),
    keys: z
      .strictObject({
        assistant: secrets('Keys of the assistant and search endpoints.').optional(),
        admin: secrets('Keys of the project endpoints.').optional(),
      })
      .optional()
      .describe(
        'Keys of this project only, in addition to those of `docs-assistant key create`. Default: those of DOCS_ASSISTANT_KEY and DOCS_ADMIN_KEY, if no other project lacks keys.',
      ),
    siteUrl: z
      .union([httpUrl('Address of a site.'), z.array(httpUrl('Address of a site.')).min(1)])
      .describe(
        'Address of the deployed pages, or a list: links of a language model to it lead to known pages only. Default: the sites of `--site`, else unknown.',
      )
      .optional(),
    pageUrl: httpUrl(
      'Page of the deployed documentation for the screenshots of updates. Default: no screenshots.',
    ).optional(),
    webhookSecret: secret(
      'Secret for the webhook calls of a git host. Default: webhook calls are refused.',
    ).optional(),
    watch: z.boolean().optional().describe('Start an update when the folder changes. Default: false.'),
  })
  .refine(({ dir, source }) => (dir === undefined) !== (source === undefined), {
    error: 'needs either "source" or "dir"',
  })
  .refine(({ domain, source }) => domain !== undefined || !(source && 'repository' in source), {
    path: ['domain'],
    error: 'is needed beside a repository',
  })
  .describe('One documentation.');

const requestLimits = z
  .strictObject({
    bodyBytes: limit('Bytes of a body.', DEFAULT_SERVICE_LIMITS.bodyBytes, 1),
    messages: limit('Messages of a conversation.', DEFAULT_SERVICE_LIMITS.messages, 1, 10_000),
    messageCharacters: limit('Characters of one message.', DEFAULT_SERVICE_LIMITS.messageCharacters, 1),
    queryCharacters: limit('Characters of a search.', DEFAULT_SERVICE_LIMITS.queryCharacters, 1, 1_000),
    webhookBytes: limit('Bytes of a webhook call.', DEFAULT_SERVICE_LIMITS.webhookBytes, 1),
  } satisfies Record<Exclude<keyof ServiceLimits, 'pageSize'>, z.ZodType>)
  .describe('Limits of one request.');

const rateLimits = z
  .strictObject({
    perKeyAndMonth: limit('Messages with one key in a month.', DEFAULT_CONTRACT_LIMITS.perKeyAndMonth),
    perOrganizationAndHour: limit(
      'Messages to one project in an hour.',
      DEFAULT_CONTRACT_LIMITS.perOrganizationAndHour,
    ),
    perAddressAndDay: limit('Messages from one address in a day.', DEFAULT_CONTRACT_LIMITS.perAddressAndDay),
    searchesPerKeyAndHour: limit(
      'Searches with one key in an hour.',
      DEFAULT_ENDPOINT_LIMITS.searchesPerKeyAndHour,
    ),
    searchesPerAddressAndMinute: limit(
      'Searches from one address in a minute.',
      DEFAULT_ENDPOINT_LIMITS.searchesPerAddressAndMinute,
    ),
    jobCallsPerKeyAndMinute: limit(
      'Calls of agent-job endpoints with one key in a minute.',
      DEFAULT_ENDPOINT_LIMITS.jobCallsPerKeyAndMinute,
    ),
    updatesPerProjectAndHour: limit(
      'Requests for updates of one project in an hour.',
      DEFAULT_ENDPOINT_LIMITS.updatesPerProjectAndHour,
    ),
    statusReadsPerKeyAndMinute: limit(
      'Reads of update states with one key in a minute.',
      DEFAULT_ENDPOINT_LIMITS.statusReadsPerKeyAndMinute,
    ),
    followsPerKeyAndHour: limit(
      'Reports of followed links and ratings with one key in an hour.',
      DEFAULT_ENDPOINT_LIMITS.followsPerKeyAndHour,
    ),
  } satisfies Record<keyof (ContractLimits & EndpointLimits), z.ZodType>)
  .describe('Limits beyond which requests get 429. Windows follow the UTC calendar.');

const threads = z
  .strictObject({
    days: limit(
      'Days for which a conversation is kept after its last question.',
      DEFAULT_THREAD_LIMITS.days,
      1,
      36_500,
    ),
    threads: limit('Conversations of all visitors together.', DEFAULT_THREAD_LIMITS.threads, 1),
    turns: limit('Latest questions of one conversation.', DEFAULT_THREAD_LIMITS.turns, 1, 10_000),
    answerCharacters: limit('Characters kept of one answer.', DEFAULT_THREAD_LIMITS.answerCharacters),
  } satisfies Record<keyof ThreadLimits, z.ZodType>)
  .describe('Limits of stored conversations.');

const insights = z
  .strictObject({
    days: limit(
      'Days for which counts are kept.',
      DEFAULT_INSIGHTS_OPTIONS.days,
      1,
      MAX_INSIGHTS_OPTIONS.days,
    ),
    minimumCount: limit(
      'How often a text must be counted before it is shown; 1 for all texts.',
      DEFAULT_INSIGHTS_OPTIONS.minimumCount,
      1,
      MAX_INSIGHTS_OPTIONS.minimumCount,
    ),
    textsPerDay: limit(
      'Different texts that are kept of one project and day.',
      DEFAULT_INSIGHTS_OPTIONS.textsPerDay,
      1,
      MAX_INSIGHTS_OPTIONS.textsPerDay,
    ),
  } satisfies Record<keyof InsightsOptions, z.ZodType>)
  .describe(
    'Count questions, searches, ratings and followed pages, without anything about a person; `{}` for the defaults. Default: nothing is counted.',
  );

/**
 * The shape of a configuration file. Files are checked by it, and the JSON schema that comes with the package is made from it,
 * descriptions included.
 */
export const ConfigurationFile = z
  .strictObject({
    $schema: z.string().optional().describe('Address of this schema, for editors.'),
    projects: z
      .array(project)
      .min(1)
      .max(MAX_PROJECTS)
      .describe('Documentations to serve. The keys of one give no access to another.'),
    dataDir: text(
      `Folder for index, keys and conversations, relative to this file. Default: \`${OPTIONS.data.default}\`.`,
    ).optional(),
    host: text(`Address to listen on. Default: ${OPTIONS.host.default}.`).optional(),
    port: wholeOf(OPTIONS.port),
    trustedProxies: wholeOf(OPTIONS['trusted-proxies']),
    engine: z
      .string()
      .regex(ENGINE_FORM, 'must be lancedb: and a folder or an s3:// address')
      .describe(
        'LanceDB for a search index that several processes share: `lancedb:FOLDER` or `lancedb:s3://BUCKET/FOLDER`. Default: each process searches its own files.',
      )
      .optional(),
    openProjects: limit(
      'Projects whose index is open at the same time. Further ones are opened by their first search, and the least recently searched one is closed.',
      DEFAULT_OPEN_PROJECTS,
      1,
      MAX_PROJECTS,
    ),
    databaseUrl: secret(
      'PostgreSQL that several processes share. Default: the environment’s DATABASE_URL, else the data folder.',
    ).optional(),
    redisUrl: secret(
      'Redis or Valkey for the counters of limits. Default: the environment’s REDIS_URL.',
    ).optional(),
    model: languageModel
      .optional()
      .describe(
        'OpenAI-compatible model that writes the answers. Default: the environment’s DOCS_MODEL_URL, else quotes.',
      ),
    embeddings: z
      .union([
        modelEndpoint,
        z.strictObject({ folder: text('Folder of a sentence-embedding model, relative to this file.') }),
        z.null(),
      ])
      .optional()
      .describe(
        'Model for search by meaning; `null`: search by words only. Default: the environment, else the model that the first start downloads.',
      ),
    reranker: z
      .union([
        z.strictObject({ folder: text('Folder of a cross-encoder, relative to this file.') }),
        z.null(),
      ])
      .optional()
      .describe(
        'Model that reorders what is found for an answer; `null`: none. Default: the environment’s DOCS_RERANKER_FOLDER, else the model of `docs-assistant model fetch --reranker`, else none.',
      ),
    requestLimits: requestLimits.optional(),
    rateLimits: rateLimits.optional(),
    strictLimits: z
      .array(z.enum(Object.keys(LIMIT_NAMES) as (keyof typeof LIMIT_NAMES)[]))
      .optional()
      .describe(
        'Names of `rateLimits` whose requests are answered with 503 while their store is unavailable. Default: none, each process counts in memory.',
      ),
    threads: threads.optional(),
    metricsKey: secret(
      'Bearer token of `GET /metrics`. Default: the environment’s DOCS_METRICS_KEY, else there are no metrics.',
    ).optional(),
    insights: insights.optional(),
    logQuestions: z.boolean().optional().describe('Log the text of questions and searches. Default: false.'),
    drainSeconds: wholeOf(OPTIONS.drain),
    graceSeconds: wholeOf(OPTIONS.grace),
  })
  .describe('Configuration of docs-assistant serve.');

/** Content of a configuration file. */
export type ConfigurationFile = z.infer<typeof ConfigurationFile>;
