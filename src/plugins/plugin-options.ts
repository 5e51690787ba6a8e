/** Options of the plugins for site generators. */
export interface PluginOptions {
  /** Name under which the documentation is indexed: `--domain` of `docs-assistant serve`. */
  readonly domain: string;
  /** Address of the API for pages. Default `/docs-api`, as `serve --site` has it on the host of the pages. */
  readonly endpoint?: string;
  /**
   * Address of the running `docs-assistant serve`, to which a development or preview server forwards the path of the endpoint and
   * `/cdn/`.
   * Default `http://127.0.0.1:8787`.
   */
  readonly service?: string;
  /** Address of the elements' script. Default `/cdn/docs-assistant.js` on the host of the endpoint. */
  readonly script?: string;
  /** Version of the pages, for both elements. Default: what the pages declare. */
  readonly version?: string;
  /** Language of the pages, for both elements. Default: what the pages declare. */
  readonly language?: string;
  /** Further attributes of `<docs-search>`; `false` keeps the search of the theme. */
  readonly search?: ElementAttributes | false;
  /** Further attributes of `<docs-assistant>`; `false` leaves it out. */
  readonly assistant?: ElementAttributes | false;
  /**
   * Add `<docs-page-actions>` to the pages of the documentation, which copies a page as Markdown; an object has further attributes. In a
   * site of Vite alone, the page has the element where it belongs. Default `false`.
   */
  readonly pageActions?: ElementAttributes | boolean;
  /**
   * Run `docs-assistant index` on the built pages after each build; a list has its further options, such as `--data`. Default
   * `false`: `serve` builds the index when it starts.
   */
  readonly index?: boolean | readonly string[];
  /**
   * Search without a server: write a static index of the built pages, and the elements' files, into the site after each build, and let the
   * elements read it. A list has further options of `docs-assistant build`, such as `--no-model`. With `endpoint`, the
   * assistant asks that. Default `false`.
   */
  readonly staticIndex?: boolean | readonly string[];
}

/** Attributes of an element; `true` stands for one without a value. */
export type ElementAttributes = Readonly<Record<string, string | true>>;

const NAMES = new Set<string>([
  'domain',
  'endpoint',
  'service',
  'script',
  'version',
  'language',
  'search',
  'assistant',
  'pageActions',
  'index',
  'staticIndex',
] satisfies (keyof PluginOptions)[]);
const ATTRIBUTE_NAME = /^[a-z][a-z\d-]*$/;

/** Validate the options of a plugin. @throws TypeError that names the option and says what it takes */
export function readPluginOptions(options: unknown): PluginOptions {
  const given = isRecord(options) ? options : {};
  // Docusaurus adds the id of the instance.
  const unknown = Object.keys(given).find((name) => !NAMES.has(name) && name !== 'id');
  if (unknown !== undefined) throw new TypeError(`docs-assistant: there is no option "${unknown}".`);
  if (typeof given['domain'] !== 'string' || given['domain'] === '')
    throw new TypeError('docs-assistant: set "domain" to the name that "docs-assistant serve" is given.');
  for (const name of ['endpoint', 'script', 'version', 'language']) {
    const value = given[name];
    if (value !== undefined && (typeof value !== 'string' || value === ''))
      throw new TypeError(`docs-assistant: "${name}" takes a text.`);
  }
  const { service } = given;
  if (service !== undefined && !(typeof service === 'string' && /^https?:\/\/./.test(service)))
    throw new TypeError('docs-assistant: "service" takes an address such as http://127.0.0.1:8787.');
  for (const name of ['search', 'assistant']) {
    const value = given[name];
    if (value !== undefined && value !== false && !isAttributes(value))
      throw new TypeError(`docs-assistant: "${name}" takes attributes and their values, or false.`);
  }
  const { pageActions } = given;
  if (pageActions !== undefined && typeof pageActions !== 'boolean' && !isAttributes(pageActions))
    throw new TypeError('docs-assistant: "pageActions" takes true, false or attributes and their values.');
  for (const name of ['index', 'staticIndex']) {
    const value = given[name];
    const isList = Array.isArray(value) && value.every((argument) => typeof argument === 'string');
    if (value !== undefined && typeof value !== 'boolean' && !isList)
      throw new TypeError(`docs-assistant: "${name}" takes true, false or a list of options.`);
  }
  return given as unknown as PluginOptions;
}

/** Whether the elements search a static index. */
export function hasStaticIndex({ staticIndex = false }: PluginOptions): boolean {
  return staticIndex !== false;
}

/** Whether the elements read a static index and ask no server. */
export function hasNoServer(options: PluginOptions): boolean {
  return hasStaticIndex(options) && options.endpoint === undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAttributes(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([name, content]) => ATTRIBUTE_NAME.test(name) && (content === true || typeof content === 'string'),
    )
  );
}
