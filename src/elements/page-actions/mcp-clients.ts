/** What a program needs to reach an MCP server. */
export interface McpClient {
  readonly name: string;
  /** Command for a terminal, or lines of a configuration file. */
  readonly code: string;
  /** Address that adds the server to the program, where it has one. */
  readonly href?: string;
}

/**
 * Return what each client needs to add a server that speaks Streamable HTTP.
 *
 * @param name of the server in the client: letters, digits and hyphens
 */
export function listMcpClients(name: string, url: string): McpClient[] {
  const server = { name, type: 'http', url };
  return [
    { name: 'Claude Code', code: `claude mcp add --transport http ${name} ${quote(url)}` },
    { name: 'Codex', code: `codex mcp add ${name} --url ${quote(url)}` },
    {
      name: 'VS Code',
      code: `code --add-mcp ${quote(JSON.stringify(server))}`,
      href: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`,
    },
    {
      name: 'Cursor',
      code: JSON.stringify({ mcpServers: { [name]: { url } } }, null, 2),
      href: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(btoa(JSON.stringify({ url })))}`,
    },
  ];
}

/** Name a server after its site: `docs.example.com` is `docs-example-com`. */
export function serverName(named: string | undefined, url: string): string {
  const name = (named?.trim() || new URL(url).hostname).toLowerCase().replace(/[^a-z\d]+/g, '-');
  return name.replace(/^-|-$/g, '').slice(0, 60) || 'docs';
}

/** Quote an argument for a POSIX shell. */
function quote(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}
