import type { MarkdownExtensions } from './markdown-extensions-loader.ts';
import type { Draw, DrawElement, TreeNode } from './markdown-nodes.ts';
import type { LiveOptions, MarkdownText, RenderOptions } from './markdown-options.ts';

/** What drawing one node of a tree depends on beside the node. Belongs to one renderer. */
export interface DrawContext {
  readonly options: RenderOptions;
  readonly text: MarkdownText;
  /** Address against which links and images are resolved, as a whole. */
  readonly base: string;
  readonly live: () => LiveOptions;
  /** The extensions that the tree was read with, or `null`. */
  readonly extensions: () => MarkdownExtensions | null;
  readonly draw: Draw<TreeNode>;
  readonly drawElement: DrawElement;
  /** Whether the content of a link is drawn at the moment. */
  isInsideLink: boolean;
}
