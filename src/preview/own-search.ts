/**
 * The search that a site has itself gives way in a preview, which shows what ours is like: two boxes, and one key for both, show
 * neither.
 */

/** Fields, buttons and dialogs of the search of known generators and search engines. */
const OWN_SEARCH = [
  // Algolia; Pagefind.
  '.DocSearch-Button, .DocSearch-Container, #docsearch',
  '.pagefind-ui, pagefind-searchbox, pagefind-modal, pagefind-modal-trigger',
  // Starlight; VitePress; VuePress; Docusaurus.
  'site-search',
  '.VPNavBarSearch, .VPLocalSearchBox',
  '.vp-search-box, .search-box[role="search"], #docsearch-container',
  '[class*="navbarSearchContainer"]',
  // Material for MkDocs and Zensical; Read the Docs' theme and that of MkDocs.
  '.md-search, .md-search__button, .md-header__button[for="__search"]',
  '#rtd-search-form, #mkdocs_search_modal, [data-target="#mkdocs_search_modal"], [data-bs-target="#mkdocs_search_modal"]',
  // Sphinx: Furo, the PyData theme, Alabaster and the basic theme.
  '.sidebar-search-container, .search-button__wrapper, .search-button__button, #searchbox',
  // mdBook.
  '#search-toggle, #search-wrapper, #mdbook-search-toggle, #mdbook-search-wrapper',
  // Hextra, Hugo Book and Docsy; Just the Docs; Antora.
  '.hextra-search-wrapper, .book-search, .td-search',
  '.main-header .search, #main-header .search',
  '.navbar .search:has(#search-input)',
  // Fumadocs; Nextra; Rspress.
  '[data-search], [data-search-full]',
  '.nextra-search',
  '.rp-search-button, .rp-search-panel__mask, .rspress-nav-search-button',
].join(',\n');

export const OWN_SEARCH_STYLE = `:is(${OWN_SEARCH}):not(docs-search):not(:has(docs-search)) { display: none !important; }
`;

/**
 * A script that takes the keys of a search before the site does: on the way down to their target, because most sites listen on the
 * way up. Inside of our own dialog, too, which a site's own would cover.
 */
export const OWN_SEARCH_SCRIPT = `addEventListener(
  'keydown',
  (event) => {
    const search = document.querySelector('docs-search');
    const target = event.composedPath()[0];
    const isTyping = target.isContentEditable || target.matches?.('input, select, textarea, [role$=box]');
    const key = (event.key > '~' ? event.code.slice(3) : event.key)?.toLowerCase();
    const isKey = event.ctrlKey || event.metaKey ? key === 'k' && !event.shiftKey : key === '/' && !isTyping;
    if (!isKey || event.altKey || search === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) customElements.whenDefined('docs-search').then(() => search.show());
  },
  true,
);
`;
