import type { SearchResult } from '../../../protocol/api.ts';
import type { SearchSource } from '../../../protocol/sources.ts';
import { pageLink } from '../../shared/links/page-link.ts';
import { searchEndpoint } from './search-endpoint.ts';
import {
  filterOf,
  quoteInput,
  ToolRefusal,
  type PageToolCall,
  type ToolHost,
  type ToolPanel,
} from './tool-call.ts';

/** Maximum length of the text of a result, in UTF-16 units. The page has the rest. */
const MAX_EXCERPT_LENGTH = 1_000;

/** Find sections by the index or the endpoint of the element. */
export async function searchDocs(panel: ToolPanel, call: PageToolCall): Promise<string> {
  const { query = '', count, signal } = call;
  const filter = filterOf(panel, call);
  const source = panel.host.indexUrl ? await openIndex(panel) : null;
  const request = {
    query: await mask(panel, query),
    ...(count !== undefined && { pageSize: count }),
    filter,
  };
  const found = source ? source.search(request, { signal }) : searchEndpoint(panel.host, request, signal);
  const results = (await found).slice(0, count);
  if (results.length > 0) return results.map((result) => describe(result, panel.host)).join('\n\n');
  const scope = Object.entries(filter).map(([name, value]) => `, ${name} ${value}`);
  return `No section was found for ${quoteInput(query)}${scope.join('')}. Use other words, or another version or language.`;
}

async function openIndex({ host, groups }: ToolPanel): Promise<SearchSource> {
  const source = (await groups.staticIndex.load())?.(host);
  if (source) return source;
  throw new ToolRefusal('not-loaded: The search of this page could not be loaded. Try again.');
}

/** Mask the secrets in a query, where the page wants it. */
async function mask({ host, groups }: ToolPanel, query: string): Promise<string> {
  if (!host.mask) return query;
  const rules = await groups.mask.load();
  if (rules) return rules.maskSecrets(query);
  throw new ToolRefusal('not-loaded: The rules for secrets could not be loaded. Try again.');
}

function describe({ content, path, metadata }: SearchResult, host: ToolHost): string {
  const { title = path, headings = [], href = path, version, language } = metadata;
  const lines = [
    `## ${[title, ...headings].join(' › ')}`,
    pageLink(href, host)?.href ?? href,
    [version && `version ${version}`, language && `language ${language}`].filter(Boolean).join(', '),
  ];
  const isCut = content.length > MAX_EXCERPT_LENGTH;
  const text = isCut ? `${content.slice(0, MAX_EXCERPT_LENGTH)} …` : content;
  return `${lines.filter(Boolean).join('\n')}\n\n${text}`;
}
