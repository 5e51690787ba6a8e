import { lazy, type Lazy } from '../lazy.ts';
import type * as extensions from './markdown-extensions.ts';

/** The module that parses and draws the Markdown that most answers do without. */
export type MarkdownExtensions = typeof extensions;

export const importMarkdownExtensions = (): Promise<MarkdownExtensions> => import('./markdown-extensions.ts');

/** Load the extensions with the first text that needs them. Texts that share a loader need it once. */
export function lazyMarkdownExtensions(): Lazy<MarkdownExtensions> {
  return lazy(importMarkdownExtensions);
}
