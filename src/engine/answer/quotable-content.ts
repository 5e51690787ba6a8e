import { textOf, type MarkdownNode, type ParseMarkdown } from './text-of.ts';

/** Package managers for which documentations repeat a command. */
const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun', 'deno'];
/** Programs that belong to one: `npx`, `bunx`. */
const PROGRAM = /^\s*(?:[$>#].*\n\s*)*(?:[$>]\s*)?(npm|npx|pnpm|yarn|bun|bunx|deno)\s/;
/** Invitations to open what a quote shows open anyway. */
const INVITATION =
  /^\P{L}*(?:(?:click|tap|press|expand)\b.*|(?:show|see|view|reveal) (?:me )?(?:the )?(?:full )?(?:code|example|answer|solution|details|more)|(?:code|beispiel|antwort|lösung|details) (?:an)?zeigen|(?:hier )?(?:klicken|aufklappen|ausklappen).*|afficher (?:le code|la réponse)|ver (?:el código|la respuesta)|コードを(?:表示|見る))\P{L}*$/iu;

/** A stretch of a Markdown text, as offsets. */
interface Stretch {
  start: number;
  end: number;
}

/**
 * Remove from a section what is of use on its page only: lists to tick off, invitations to expand something, and all but one of the
 * same command for several package managers.
 *
 * @param words words of the question: a package manager among them is the one that is kept
 */
export function quotableContent(
  content: string,
  words: ReadonlySet<string>,
  parseMarkdown: ParseMarkdown,
): string {
  const removed: Stretch[] = [];
  const visit = ({ children = [] }: MarkdownNode): void => {
    for (const node of children) {
      if (isCheckList(node) || isInvitation(node)) removed.push(stretchOf(node));
      else visit(node);
    }
    for (const node of repeatedCommands(children, words)) removed.push(stretchOf(node));
  };
  visit(parseMarkdown(content));
  let kept = '';
  let end = 0;
  for (const stretch of removed.toSorted((a, b) => a.start - b.start)) {
    kept += content.slice(end, stretch.start);
    end = Math.max(end, stretch.end);
  }
  return removed.length === 0
    ? content
    : (kept + content.slice(end)).replace(/\n[ \t]*(?:\n[ \t]*)+\n/g, '\n\n').trim();
}

function isCheckList({ type, children = [] }: MarkdownNode): boolean {
  return type === 'list' && children.every(({ checked }) => typeof checked === 'boolean');
}

function isInvitation(node: MarkdownNode): boolean {
  return node.type === 'paragraph' && INVITATION.test(textOf(node));
}

/** A command for one package manager: the code, and the name above it if there is one. */
interface Variant {
  manager: string;
  label: MarkdownNode | null;
  code: MarkdownNode;
}

/** Return the nodes that repeat a command for further package managers, and the names above the one that is kept. */
function repeatedCommands(nodes: readonly MarkdownNode[], words: ReadonlySet<string>): MarkdownNode[] {
  return readVariants(nodes)
    .filter((variants) => variants.length > 1)
    .flatMap((variants) => {
      const kept = variants.find(({ manager }) => words.has(manager)) ?? variants[0]!;
      const further = variants.filter((variant) => variant !== kept).map(({ code }) => code);
      return [...further, ...variants.flatMap(({ label }) => label ?? [])];
    });
}

/** Read the runs of commands for different package managers. */
function readVariants(nodes: readonly MarkdownNode[]): Variant[][] {
  const runs: Variant[][] = [];
  let next = 0;
  for (const [at, code] of nodes.entries()) {
    if (code.type !== 'code') continue;
    const before = nodes[at - 1];
    const name = before?.type === 'paragraph' ? textOf(before).trim().toLowerCase() : '';
    const label = before !== undefined && PACKAGE_MANAGERS.includes(name) ? before : null;
    const program = PROGRAM.exec(code.value ?? '')?.[1]?.replace(/x$/, '');
    const manager = label === null ? (program === 'np' ? 'npm' : program) : name;
    if (manager === undefined) continue;
    const run = runs.at(-1);
    const continues = at - (label === null ? 0 : 1) === next && run?.every((one) => one.manager !== manager);
    if (run !== undefined && continues) run.push({ manager, label, code });
    else runs.push([{ manager, label, code }]);
    next = at + 1;
  }
  return runs;
}

function stretchOf({ position }: MarkdownNode): Stretch {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}
