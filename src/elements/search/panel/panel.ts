import { lazy } from '../../shared/lazy.ts';
import { searchLimits } from '../limits.ts';
import { createSite } from '../../shared/controllers/site-controller.ts';
import { Groups } from '../../shared/groups.ts';
import { createStrings } from '../../shared/i18n/strings-controller.ts';
import type { SearchHost } from '../context.ts';
import { searchPanel, type SearchStrings } from '../../strings/english.ts';
import { PanelController, type SearchModules } from './panel-controller.ts';

/**
 * The composition root of the search: it alone imports what is loaded late. `preload.ts` decides when; `Groups` handles failures.
 *
 * @returns the panel, once the strings in the language of the page and the groups of the first view are loaded
 */
export async function createPanel(host: SearchHost): Promise<PanelController> {
  const groups = new Groups((hasFailed) => {
    host.requestUpdate();
    if (hasFailed) controller?.announceState();
  });
  const modules = createModules(groups);
  // Before anything is attached to the host: if this fails, the host reports it, and the next attempt starts afresh.
  if (host.variant === 'dialog') await importDialog();
  const controller = new PanelController({
    host,
    groups,
    modules,
    site: createSite(host, searchLimits),
    strings: createStrings<SearchStrings>(
      host,
      searchPanel,
      async () => (await import('../../strings/translations.ts')).search,
    ),
  });
  await controller.load();
  host.addController(controller);
  return controller;
}

const importDialog = async () => (await import('../dialog/dialog.ts')).Dialog;

function createModules(groups: Groups): SearchModules {
  return {
    afterResults: groups.create(async () => (await import('../after-results/after-results.ts')).AfterResults),
    dialog: groups.create(importDialog),
    excerpts: groups.create(
      async () => (await import('../../../protocol/excerpt/create-excerpts.ts')).createExcerpts,
    ),
    floating: groups.create(async () => (await import('./placement-floating.ts')).placeFloating),
    highlighter: groups.create(async () => {
      const { highlightCode } = await import('../../shared/code/code-highlighter.ts');
      return (code) => highlightCode(code, groups);
    }),
    preview: groups.create(async () => (await import('../preview/preview.ts')).Preview),
    // A search fails without one of these, and says so itself.
    mask: lazy(async () => (await import('../../../protocol/mask-secrets.ts')).maskSecrets),
    openStaticIndex: async (host) => (await import('../../shared/static-index.ts')).openStaticIndex(host),
    openNamedSource: async (name) =>
      (await import('../../../sources/named-search.ts')).openSearchSource(name),
  };
}
