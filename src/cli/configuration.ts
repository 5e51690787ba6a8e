import { readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { ConfigurationFile } from './configuration-schema.ts';
import type { LanguageModelOptions } from '../service/answer/model/model-options.ts';
import { checkReadingOptions, type AddressOptions } from '../service/docs/reading-options.ts';
import {
  checkProjects,
  siteUrlsOf,
  type ProjectOptions,
  type ProjectSource,
} from '../service/project-options.ts';
import { checkGitSource } from '../service/deploy/git-address.ts';
import type { ServiceOptions } from '../service/service.ts';
import { defaultDomain } from './default-domain.ts';
import type { Secret } from './schema-fields.ts';
import { sitemapPlace } from './reading-options.ts';
import { describeComplaint, describePath, findComplaints, type Path } from './schema-complaints.ts';
import { readEnginePlace, UsageError } from './read-option.ts';

/** The content of a configuration file, with addresses resolved and secrets looked up. */
export interface Configuration extends Partial<Omit<ServiceOptions, 'engine'>> {
  projects: ProjectOptions[];
  host?: string;
  port?: number;
  /** Place of LanceDB, if it searches. */
  enginePlace?: string;
  /** Redis or Valkey for rate limits. */
  redisUrl?: string;
  /** Bearer token of `GET /metrics`. */
  metricsKey?: string;
  /** Seconds to wait for open answers when stopped. */
  drainSeconds?: number;
  graceSeconds?: number;
}

type ProjectInFile = ConfigurationFile['projects'][number];

/**
 * Read a configuration file, JSON or YAML by its extension. Folders in it are relative to it.
 *
 * @throws UsageError with the file, each invalid field and its rule
 */
export function readConfiguration(file: string): Configuration {
  const checked = checkShape(file, parseFile(file));
  const folder = dirname(resolve(file));
  const { projects, dataDir, engine, model, embeddings, reranker, ...others } = checked;
  const { $schema: _, databaseUrl, redisUrl, metricsKey, requestLimits, ...same } = others;
  const secretOf: SecretReader = (secret, ...path) =>
    secret === undefined ? undefined : readSecret(file, secret, path);
  const read = projects.map((project, index) => readProject(file, folder, project, index));
  read.forEach((project, index) => checkProject(file, project, ['projects', index]));
  checkNames(file, read);
  return withoutUndefined({
    ...same,
    limits: requestLimits && withoutUndefined(requestLimits),
    rateLimits: same.rateLimits && withoutUndefined(same.rateLimits),
    threads: same.threads && withoutUndefined(same.threads),
    projects: read,
    enginePlace: engine === undefined ? undefined : readEnginePlace(engine, folder),
    dataDir: dataDir === undefined ? undefined : resolve(folder, dataDir),
    databaseUrl: secretOf(databaseUrl, 'databaseUrl'),
    redisUrl: secretOf(redisUrl, 'redisUrl'),
    metricsKey: secretOf(metricsKey, 'metricsKey'),
    model: model && readModelOptions(model, secretOf),
    reranker: reranker && { folder: resolve(folder, reranker.folder) },
    embeddings:
      embeddings && 'folder' in embeddings
        ? { folder: resolve(folder, embeddings.folder) }
        : embeddings &&
          withoutUndefined({ ...embeddings, key: secretOf(embeddings.key, 'embeddings', 'key') }),
  });
}

type SecretReader = (secret: Secret | undefined, ...path: string[]) => string | undefined;

function readModelOptions(
  { rewrite, ...model }: NonNullable<ConfigurationFile['model']>,
  secretOf: SecretReader,
): LanguageModelOptions {
  const withSecrets = <Fields extends Pick<typeof model, 'key' | 'headers'>>(
    fields: Fields,
    ...path: string[]
  ) => {
    const headers = Object.entries(fields.headers ?? {}).map(([name, value]) => [
      name,
      secretOf(value, ...path, 'headers', name)!,
    ]);
    return withoutUndefined({
      ...fields,
      key: secretOf(fields.key, ...path, 'key'),
      headers: fields.headers && (Object.fromEntries(headers) as Record<string, string>),
    });
  };
  return {
    ...withSecrets(model, 'model'),
    ...(rewrite !== undefined && { rewrite: rewrite && withSecrets(rewrite, 'model', 'rewrite') }),
  };
}

function parseFile(file: string): unknown {
  const isYaml = ['.yaml', '.yml'].includes(extname(file).toLowerCase());
  try {
    const text = readFileSync(file, 'utf8');
    return isYaml ? parseYaml(text) : JSON.parse(text);
  } catch (error) {
    if (isMissing(error)) throw new UsageError(`${file} cannot be read: there is no such file.`);
    const message = error instanceof Error ? error.message : String(error);
    // Without the lines around the error, which may hold a password.
    const place = message.split('\n', 1)[0]!.replace(/:$|, (?:\.{3})?"[^]*(?= is not valid JSON)/, '');
    throw new UsageError(`${file} cannot be read: ${place}`);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function checkShape(file: string, value: unknown): ConfigurationFile {
  const complaints = findComplaints(ConfigurationFile, value);
  if (complaints.length === 0) return ConfigurationFile.parse(value);
  throw new UsageError(
    `${file} is not a configuration:\n${complaints.map((one) => `  ${describeComplaint(one)}`).join('\n')}`,
  );
}

function complain(path: Path, problem: string, remedy?: string): string {
  return describeComplaint({ path, problem, remedy });
}

/** Run a check of the service, and report its error with the place in the file. */
function checkMeaning(place: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(
      `${place}: ${error.message.replace('docs-assistant service: ', '').replace(/\.?$/, '.')}`,
    );
  }
}

/** Check what the shape does not show, with the place of each field. @throws UsageError */
function checkProject(file: string, project: ProjectOptions, path: Path): void {
  const { domain, addresses = {}, html = {}, siteUrl = [] } = project;
  const check = (field: Path, work: () => void) =>
    checkMeaning(`${file}: ${describePath([...path, ...field])}`, work);
  const isList = Array.isArray(siteUrl);
  [siteUrl]
    .flat()
    .forEach((address: string, at) =>
      check(['siteUrl', ...(isList ? [at] : [])], () => siteUrlsOf({ domain, siteUrl: address })),
    );
  const { rule, ...others } = addresses;
  check(['addresses', 'rule'], () => checkReadingOptions({ addresses: { rule } }));
  check(['addresses'], () => checkReadingOptions({ addresses: others }));
  const { content, ignore = [] } = html;
  check(['html', 'content'], () => checkReadingOptions({ html: { content } }));
  ignore.forEach((selector, at) =>
    check(['html', 'ignore', at], () => checkReadingOptions({ html: { ignore: [selector] } })),
  );
  check([], () => checkProjects([project]));
}

/** @throws UsageError that names the two projects with the same identifier */
function checkNames(file: string, projects: readonly ProjectOptions[]): void {
  for (const field of ['domain', 'projectId'] as const) {
    const names = projects.map((project) => project[field] ?? project.domain);
    const second = names.findIndex((name, index) => names.indexOf(name) < index);
    if (second === -1) continue;
    const name = names[second]!;
    const first = describePath(['projects', names.indexOf(name)]);
    throw new UsageError(
      `${file}: ${complain(['projects', second], `has the ${field} "${name}" of ${first}`, `Give one of them another "${field}"`)}`,
    );
  }
}

function readProject(file: string, folder: string, project: ProjectInFile, index: number): ProjectOptions {
  const path = ['projects', index];
  const { dir, keys, webhookSecret, source: given = { folder: dir! }, domain, addresses, ...rest } = project;
  const source = readSource(file, folder, given, [
    ...path,
    ...(dir === undefined ? ['source', 'folder'] : ['dir']),
  ]);
  return {
    ...withoutUndefined(rest),
    ...(addresses && { addresses: readAddresses(folder, addresses) }),
    source,
    domain: domain ?? ('repository' in source ? '' : defaultDomain(source.folder)),
    ...(keys && {
      keys: Object.fromEntries(
        Object.entries(keys).map(([kind, secrets]) => [
          kind,
          [secrets ?? []].flat().map((secret) => readSecret(file, secret, [...path, 'keys', kind])),
        ]),
      ),
    }),
    ...(webhookSecret !== undefined && {
      webhookSecret: readSecret(file, webhookSecret, [...path, 'webhookSecret']),
    }),
  };
}

function readAddresses(folder: string, addresses: AddressOptions): AddressOptions {
  const { rule, sitemap, built } = addresses;
  return withoutUndefined({
    rule,
    sitemap: sitemap === undefined ? undefined : [sitemap].flat().map((place) => sitemapPlace(folder, place)),
    built: built === undefined ? undefined : resolve(folder, built),
  });
}

function readSource(
  file: string,
  folder: string,
  source: NonNullable<ProjectInFile['source']>,
  path: Path,
): ProjectSource {
  if ('repository' in source) {
    const { repository } = source;
    const isRelative = /^\.{1,2}\//.test(repository);
    const read = {
      ...withoutUndefined(source),
      repository: isRelative ? resolve(folder, repository) : repository,
    };
    checkMeaning(`${file}: ${describePath(path.slice(0, -1))}`, () => checkGitSource(read));
    return read;
  }
  const dir = resolve(folder, source.folder);
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(
      `${file}: ${complain(path, `names ${dir}, which is not a folder`, 'Create it, or correct the path')}`,
    );
  }
  return { folder: dir };
}

function readSecret(file: string, secret: Secret, path: Path): string {
  if (typeof secret === 'string') return secret;
  const value = process.env[secret.env];
  if (value) return value;
  throw new UsageError(
    `${file}: ${complain(path, `refers to the environment variable ${secret.env}, which is not set`, 'Set it')}`,
  );
}

/** Remove properties that the file omits. */
function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}

type Defined<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };
