/** Registers `<docs-assistant>` and `<docs-search>`. */
export * from './assistant.ts';
export * from './search.ts';
