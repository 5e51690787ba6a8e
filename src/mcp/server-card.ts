import type { DocsOutline } from '../engine/pages/docs-pages.ts';

/** Media types of a card, and of a catalog that names cards. */
export const CARD_TYPE = 'application/mcp-server-card+json';
export const CATALOG_TYPE = 'application/ai-catalog+json';

/** Identifier of the form of a card (SEP-2127, draft of 24 July 2026). */
const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
/** Maximum length of a title and a description. */
const MAX_LENGTH = 100;

/** Version of the tools: it changes when their arguments or results do. */
export const VERSION = '1.2.0';

/** Return the name of the server of a domain. */
export function nameOfServer(domain: string): string {
  return `docs-assistant/${domain.replace(/[^\w.-]/g, '-')}`;
}

/** Write the card of a server, by which clients find it before they connect. @param url address of the server */
export function writeServerCard(
  { title }: Pick<DocsOutline, 'title'>,
  { domain, url, siteUrl }: { domain: string; url: string; siteUrl: string | null },
) {
  const name = title.trim() || domain;
  return {
    $schema: CARD_SCHEMA,
    name: nameOfServer(domain),
    version: VERSION,
    title: name.slice(0, MAX_LENGTH),
    description: `Searches and reads the documentation: ${name}`.slice(0, MAX_LENGTH),
    ...(siteUrl !== null && { websiteUrl: siteUrl }),
    remotes: [{ type: 'streamable-http', url }],
  };
}

/** Write the catalog of the servers of a host. @param servers each with the address of its card; default: where `serve` has it */
export function writeCatalog(
  host: string,
  servers: readonly { domain: string; url: string; card?: string | undefined }[],
) {
  return {
    specVersion: '1.0',
    entries: servers.map(({ domain, url, card = `${url}/server-card` }) => ({
      identifier: `urn:air:${host}:mcp:${domain}`,
      type: CARD_TYPE,
      url: card,
    })),
  };
}
