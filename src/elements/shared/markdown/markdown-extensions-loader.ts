import { lazy, type Lazy } from '../lazy.ts';
import type * as extensions from './markdown-extensions.ts';

/** The module that parses and draws the Markdown that most answers do without. */
export type MarkdownExtensions = typeof extensions;

/**
 * Load the extensions with the first text that needs them. Texts that share a loader need it once.
 *
 * @param onChange called after each attempt: what was drawn without the extensions is to be drawn again
 */
export function lazyMarkdownExtensions(onChange?: () => void): Lazy<MarkdownExtensions> {
  return lazy(() => import('./markdown-extensions.ts'), onChange && { onChange });
}
