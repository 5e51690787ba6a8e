import type { ModelContext } from '../../src/elements/assistant/webmcp/model-context.ts';
import { waitFor, type DrivenPage } from './driven-page.ts';

/** What only an agent of the browser uses of WebMCP. */
interface AgentContext extends ModelContext {
  getTools(): Promise<{ name: string }[]>;
  executeTool(tool: unknown, input: object): Promise<string>;
}

/** What an agent of the browser sees of a page. */
interface ToolView {
  /** Names, sorted. */
  tools: string[];
  /** The page that is shown, as Markdown. */
  text: string;
  /** Since when the page is loaded. */
  loaded: number;
}

/**
 * Turn on the tools of a page, let them show a page that they have found, and look at both pages.
 *
 * @returns `null` where the browser has no WebMCP
 */
export async function readByTools(page: DrivenPage): Promise<{ before: ToolView; after: ToolView } | null> {
  if (!(await page.evaluate(() => 'modelContext' in document))) return null;
  // The test before has followed a result to the page that is shown here.
  await leave(page, () => history.back());
  const before = await look(page);
  await leave(page, async () => {
    const context = document.modelContext as AgentContext;
    const call = async (name: string, input: object) =>
      context.executeTool(
        (await context.getTools()).find((tool) => tool.name === name),
        input,
      );
    const found = await call('search_docs', { query: 'What answers over HTTP?', count: 1 });
    const [address = ''] = /^http\S+$/m.exec(found) ?? [];
    await call('show_section', { address });
  });
  return { before, after: await look(page) };
}

/** Run something that shows another page. @returns once it is shown */
async function leave(page: DrivenPage, go: () => void | Promise<void>): Promise<void> {
  const path = await page.evaluate(() => location.pathname);
  await page.evaluate(go);
  await waitFor(async () => (await page.evaluate(() => location.pathname)) !== path || undefined);
}

/** Turn the tools on, wherever they are not yet, and look. */
function look(page: DrivenPage): Promise<ToolView> {
  return waitFor(() =>
    page.evaluate(async () => {
      const element = document.querySelector('docs-assistant');
      if (element) element.webmcp = true;
      const context = document.modelContext as AgentContext;
      const tools = await context.getTools();
      const read = tools.find(({ name }) => name === 'read_page');
      if (tools.length < 4 || !read || document.readyState !== 'complete') return undefined;
      return {
        tools: tools.map(({ name }) => name).toSorted(),
        text: await context.executeTool(read, {}),
        loaded: performance.timeOrigin,
      };
    }),
  );
}
