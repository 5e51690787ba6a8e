/** A program that a reader may open the page in. */
export interface Agent {
  /** Name of the program, of at most 60 characters. */
  readonly name: string;
  /**
   * Address that opens it, of at most 2,048 characters: `https:`, `http:`, `cursor:`, `vscode:` or `vscode-insiders:`. `{prompt}` stands
   * for a request to read the page, `{markdown}` and `{page}` for the addresses of both.
   */
  readonly href: string;
}

/** What the placeholders of an {@link Agent} stand for. */
export interface AgentPlaceholders {
  readonly prompt: string;
  readonly markdown: string;
  readonly page: string;
}

/** The agents that are offered where the page names none. */
export const DEFAULT_AGENTS: readonly Agent[] = [
  { name: 'ChatGPT', href: 'https://chatgpt.com/?hints=search&q={prompt}' },
  { name: 'Claude', href: 'https://claude.ai/new?q={prompt}' },
  { name: 'Cursor', href: 'cursor://anysphere.cursor-deeplink/prompt?text={prompt}' },
];

const MAX_AGENTS = 10;
const MAX_NAME_LENGTH = 60;
const MAX_HREF_LENGTH = 2048;
const SCHEMES = new Set(['https:', 'http:', 'cursor:', 'vscode:', 'vscode-insiders:']);

/** Leave out what is no {@link Agent}. @param warn gets a sentence for each, for the developer of the page */
export function checkAgents(agents: unknown, warn: (message: string) => void): Agent[] {
  if (!Array.isArray(agents)) {
    warn('agents is not a list.');
    return [...DEFAULT_AGENTS];
  }
  if (agents.length > MAX_AGENTS) warn(`only the first ${MAX_AGENTS} agents are shown.`);
  return agents.slice(0, MAX_AGENTS).filter((agent: unknown, index): agent is Agent => {
    const isKnown = isAgent(agent);
    if (!isKnown)
      warn(`agents[${index}] needs a name and an href with a scheme of ${[...SCHEMES].join(' ')}`);
    return isKnown;
  });
}

function isAgent(value: unknown): value is Agent {
  const { name, href } = (value ?? {}) as Partial<Record<keyof Agent, unknown>>;
  if (typeof name !== 'string' || typeof href !== 'string') return false;
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH || href.length > MAX_HREF_LENGTH) return false;
  return URL.canParse(href) && SCHEMES.has(new URL(href).protocol);
}

/** Return the address that opens an agent with this page. */
export function openingAddress({ href }: Agent, addresses: AgentPlaceholders): string {
  return href.replace(/\{(prompt|markdown|page)\}/g, (_, name: keyof AgentPlaceholders) =>
    encodeURIComponent(addresses[name]),
  );
}
