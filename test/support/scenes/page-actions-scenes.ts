import { PageActionsHarness } from '../page-actions-harness.ts';
import type { Scene } from './scene.ts';

const MCP = 'https://docs.example.com/docs-api/mcp';

async function openMenu(attributes: Readonly<Record<string, string>>): Promise<PageActionsHarness> {
  const actions = await PageActionsHarness.open(attributes);
  await actions.openMenu();
  return actions;
}

export const PAGE_ACTIONS_SCENES: readonly Scene<PageActionsHarness>[] = [
  { name: 'closed', open: (attributes) => PageActionsHarness.open(attributes) },
  { name: 'menu', open: (attributes) => openMenu({ ...attributes }) },
  {
    name: 'MCP server, for one client',
    open: async (attributes) => {
      const actions = await openMenu({ mcp: MCP, ...attributes });
      await actions.click('details:last-of-type summary');
      return actions;
    },
  },
  {
    name: 'sections of the page',
    open: async (attributes) => {
      PageActionsHarness.addText();
      const actions = await openMenu({ ...attributes });
      await actions.click('[part=sections] summary');
      return actions;
    },
  },
  {
    name: 'at a heading',
    open: async (attributes) => {
      const text = PageActionsHarness.addText();
      const actions = await PageActionsHarness.open({ ...attributes });
      await actions.pointAt(text.querySelector('h2')!);
      return actions;
    },
  },
  {
    name: 'page that is missing',
    open: async (attributes) => {
      const actions = await PageActionsHarness.open({ 'markdown-url': '/nowhere.md', ...attributes });
      await actions.copy();
      return actions;
    },
  },
];
