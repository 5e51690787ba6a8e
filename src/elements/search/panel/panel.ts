import { lazy, type Lazy } from '../../shared/lazy.ts';
import { createSite } from '../../shared/controllers/site-controller.ts';
import { createStrings } from '../../shared/i18n/strings-controller.ts';
import type { DialogPart, PanelContext, Part, SearchContext, SearchHost, SearchPieces } from '../context.ts';
import { ENGLISH, type SearchStrings } from '../strings/en/panel.ts';
import { CurrentSearch } from './current-search.ts';
import { PanelController } from './panel-controller.ts';
import { Placement } from './placement.ts';
import { createQueryMask } from './query-source.ts';

/**
 * The composition root of the search: it alone imports the pieces that are loaded late. `wanted-pieces.ts` decides when;
 * `lazy()` handles failures.
 *
 * @returns the panel, once the strings in the language of the page and the pieces of the first view are loaded
 */
export async function createPanel(host: SearchHost): Promise<PanelController> {
  // Before anything is attached to the host: if this fails, the host reports it, and the next attempt starts afresh.
  if (host.variant === 'dialog') await importDialog();
  const site = createSite(host, { variant: ['inline', 'dialog'] });
  const rules = lazy(async () => (await import('../../../protocol/mask-secrets.ts')).maskSecrets);
  const floating = lazy(async () => (await import('./placement-floating.ts')).placeFloating);
  // One dialog for the element; the other pieces are created for the search of each site.
  const dialog = lazy(async () => (await importDialog()).createPart(search), {
    onChange: () => host.requestUpdate(),
  });
  const search = new CurrentSearch({
    host,
    site,
    mask: createQueryMask(host, rules),
    strings: createStrings<SearchStrings>(host, ENGLISH, () => import('../strings/translations.ts')),
    createPieces: (context, signal) => createPieces(context, signal, dialog),
  });
  const controller = new PanelController(search, new Placement(floating));
  await controller.load();
  host.addController(controller);
  return controller;
}

const importDialog = () => import('./dialog.ts');

/** Create the loaders of the pieces for a search that ends when `signal` is aborted. */
function createPieces(context: PanelContext, signal: AbortSignal, dialog: Lazy<DialogPart>): SearchPieces {
  const { host, site } = context;
  const { choice } = site.filters;
  const redraw = { onChange: () => host.requestUpdate() };
  const piece = <P extends Part>(start: () => Promise<{ createPart(context: SearchContext): P }>): Lazy<P> =>
    lazy(async () => {
      const { createPart } = await start();
      signal.throwIfAborted();
      const part = createPart(context);
      host.addController(part);
      signal.addEventListener('abort', () => {
        host.removeController(part);
        part.close?.();
      });
      return part;
    }, redraw);
  return {
    dialog,
    excerpts: lazy(
      async () => (await import('../../../protocol/excerpt/create-excerpts.ts')).createExcerpts,
      redraw,
    ),
    ask: piece(() => import('../after-results/ask-assistant.ts')),
    customResults: piece(() => import('../after-results/custom-results.ts')),
    filters: piece(() => import('../after-results/filters.ts')),
    filtersInUrl: piece(async () => {
      const { FiltersInUrl } = await import('../after-results/filters-in-url.ts');
      return { createPart: () => new FiltersInUrl(context, site.filters.choice === choice) };
    }),
    noResults: piece(() => import('../after-results/no-results.ts')),
    preview: piece(() => import('../after-results/preview.ts')),
    savedSearches: piece(() => import('../after-results/saved-searches.ts')),
    staticIndex: lazy(async () =>
      (await import('../../shared/static-index.ts')).openStaticIndex(context.host),
    ),
    namedSource: lazy(async () =>
      (await import('../../../sources/named-search.ts')).openSearchSource(context.host.source as string),
    ),
    shortcutList: lazy(async () =>
      (await import('../after-results/shortcut-list.ts')).createShortcutList(context),
    ),
  };
}
