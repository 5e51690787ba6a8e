import type { BlockContent, Paragraph, PhrasingContent, Root } from 'mdast';
import { MAX_DESCRIPTION_LENGTH } from './docs-limits.ts';
import type { Frontmatter } from './frontmatter.ts';

/** Maximum number of buttons and of features that are read. */
const MAX_ENTRIES = 100;

/** A home page whose text is in its frontmatter. */
export interface HomePage {
  /** Its headline: what the page is called where it has no other title. */
  title: string | undefined;
  content: BlockContent[];
}

/**
 * Read the text that generators show of the frontmatter of a home page: `hero` and `features` of VitePress, Rspress and Starlight,
 * `heroText`, `tagline` and `actions` of VuePress. Without it such a page has no words.
 */
export function readHomePage(frontmatter: Frontmatter): HomePage {
  const hero = recordOf(frontmatter.hero);
  const isVuePress = frontmatter.home === true;
  const shown: Frontmatter = isVuePress
    ? {
        name: frontmatter.heroText,
        tagline: frontmatter.tagline,
        actions: frontmatter.actions ?? { text: frontmatter.actionText, link: frontmatter.actionLink },
      }
    : hero;
  // Starlight has a title, the others have a name and a text below it.
  const title = textOf(shown.title) ?? textOf(shown.name);
  return {
    title: title?.replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' '),
    content: [
      ...[
        title,
        textOf(shown.title) === undefined ? textOf(shown.text) : undefined,
        textOf(shown.tagline),
      ].flatMap((text) => (text === undefined ? [] : paragraph(html(text)))),
      ...listOf(shown.actions).flatMap((action) => paragraph(linked(textOf(action.text), action.link))),
      ...listOf(frontmatter.features).flatMap((feature) => {
        const name = textOf(feature.title);
        const details = textOf(feature.details) ?? textOf(feature.description);
        return [
          ...(name === undefined
            ? []
            : paragraph({ type: 'strong', children: [linked(name, feature.link)!] })),
          ...(details === undefined ? [] : paragraph(html(details))),
        ];
      }),
    ],
  };
}

/** Add this text to a page, before what it has itself. */
export function withHomePage(root: Root, { content }: HomePage): Root {
  return content.length === 0 ? root : { ...root, children: [...content, ...root.children] };
}

/** These fields are HTML, which their generators show as such. */
function html(value: string): PhrasingContent {
  return { type: 'html', value };
}

function linked(text: string | undefined, url: unknown): PhrasingContent | undefined {
  if (text === undefined) return undefined;
  return typeof url === 'string' ? { type: 'link', url, children: [html(text)] } : html(text);
}

function paragraph(child: PhrasingContent | undefined): Paragraph[] {
  return child === undefined ? [] : [{ type: 'paragraph', children: [child] }];
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value).trim().slice(0, MAX_DESCRIPTION_LENGTH) || undefined;
}

function recordOf(value: unknown): Frontmatter {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Frontmatter) : {};
}

function listOf(value: unknown): Frontmatter[] {
  return [value].flat().slice(0, MAX_ENTRIES).map(recordOf);
}
