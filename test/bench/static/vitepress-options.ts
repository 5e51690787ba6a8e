/** Options of an index of VitePress 1.6 (`localSearchPlugin.ts`). */
export const VITEPRESS_INDEX = { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] };
/** Options of a search of VitePress 1.6 (`VPLocalSearchBox.vue`). */
export const VITEPRESS_SEARCH = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } };
