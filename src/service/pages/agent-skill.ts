import { createHash } from 'node:crypto';
import type { Root, RootContent } from 'mdast';
import type { PageEntry } from '../../engine/pages/docs-pages.ts';
import { SKILLS_FOLDER } from '../../engine/pages/reading-names.ts';

/** Identifier of the form of the index (Agent Skills Discovery 0.2.0, of 12 March 2026). */
const INDEX_SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
/** Maximum lengths of the two fields, by the Agent Skills specification. */
const MAX_NAME_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 1_024;
/** Maximum length of the titles in the description, and of the tasks, in UTF-16 units: a skill has at most some 5,000 tokens. */
const MAX_TITLES_LENGTH = 600;
const MAX_TASKS_LENGTH = 14_000;

/** What a skill is written from. */
export interface SkillSource {
  /** The topmost page, after which the documentation is named. */
  front: PageEntry | undefined;
  /** The pages by their topmost folders. */
  sections: readonly { title: string; pages: readonly PageEntry[] }[];
  addressOf(page: PageEntry): string;
  /** Addresses of the list of all pages, and of the search, where a service answers. */
  list: string;
  search: string | null;
}

/** An agent skill: what a documentation is good for, and how to find an answer in it. */
export interface AgentSkill {
  name: string;
  /** Name of its file. */
  file: string;
  description: string;
  front: SkillSource['front'];
}

/** Name and describe the skill of a documentation by its own titles. */
export function describeSkill({ front, sections }: Pick<SkillSource, 'front' | 'sections'>): AgentSkill {
  const title = plain(front?.title ?? '') || 'this documentation';
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-');
  const name = slug.slice(0, MAX_NAME_LENGTH).replace(/^-|-$/g, '') || 'documentation';
  const about = plain(front?.description ?? '').replace(/[.\s]+$/, '');
  let titles = '';
  for (const page of sections.flatMap(({ pages }) => pages)) {
    const longer = [titles, plain(page.title)].filter(Boolean).join('; ');
    if (longer.length > MAX_TITLES_LENGTH) break;
    titles = longer;
  }
  const description = [
    `Finds answers in the documentation of ${title}${about === '' ? '' : ` (${about.slice(0, 200)})`}.`,
    `Use it for questions about ${title} and for tasks with it: ${titles}.`,
  ].join(' ');
  return {
    name,
    file: `${SKILLS_FOLDER}/${name}/SKILL.md`,
    description: description.slice(0, MAX_DESCRIPTION_LENGTH),
    front,
  };
}

/** Write the index of the skill of a documentation. @param text of the skill */
export function writeSkillIndex({ name, description }: AgentSkill, text: string): string {
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const skill = { name, type: 'skill-md', description, url: `${name}/SKILL.md`, digest };
  return `${JSON.stringify({ $schema: INDEX_SCHEMA, skills: [skill] }, null, 2)}\n`;
}

/** Write the text of the skill: its fields as YAML, what to do, and the tasks of the documentation as links to its pages. */
export function writeSkill(
  { name, description, front }: AgentSkill,
  { sections, addressOf, list, search }: SkillSource,
  stringify: (root: Root) => string,
): string {
  const about = front?.description;
  const root: Root = {
    type: 'root',
    children: [
      heading(1, front?.title ?? name),
      ...(about === undefined ? [] : [{ type: 'blockquote' as const, children: [paragraph(about)] }]),
      heading(2, 'How to find an answer'),
      steps([
        'Choose a page below or in the list of all pages: ',
        list,
        'Read it before you rely on it. The addresses lead to Markdown; without .md they are the pages that people read. Name the page in your answer.',
        ...(search === null
          ? []
          : ['Where no title fits, fetch the passages that answer a question: ', search]),
      ]),
      ...tasks(sections, addressOf),
    ],
  };
  // JSON is YAML, too.
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${stringify(root)}`;
}

function* tasks(
  sections: SkillSource['sections'],
  addressOf: SkillSource['addressOf'],
): Generator<RootContent> {
  let length = 0;
  for (const { title, pages } of sections) {
    const listed = pages.filter((page) => {
      length += page.title.length + addressOf(page).length + (page.description?.length ?? 0);
      return length <= MAX_TASKS_LENGTH;
    });
    if (listed.length === 0) return;
    yield heading(2, title);
    yield {
      type: 'list',
      spread: false,
      children: listed.map((page) => ({
        type: 'listItem',
        children: [
          {
            type: 'paragraph',
            children: [
              { type: 'link', url: addressOf(page), children: [text(page.title)] },
              ...(page.description === undefined ? [] : [text(`: ${page.description}`)]),
            ],
          },
        ],
      })),
    };
  }
}

/** Write numbered steps; an address belongs to the step before it. */
function steps(entries: readonly string[]): RootContent {
  const children: Extract<RootContent, { type: 'listItem' }>[] = [];
  for (const entry of entries) {
    const last = children.at(-1)?.children[0];
    if (/^\S+$/.test(entry) && last?.type === 'paragraph')
      last.children.push({ type: 'inlineCode', value: entry });
    else
      children.push({ type: 'listItem', children: [{ type: 'paragraph', children: [text(entry, false)] }] });
  }
  return { type: 'list', ordered: true, spread: false, children };
}

function heading(depth: 1 | 2, title: string): RootContent {
  return { type: 'heading', depth, children: [text(title)] };
}

function paragraph(value: string) {
  return { type: 'paragraph' as const, children: [text(value)] };
}

function text(value: string, isTrimmed = true) {
  const line = value.replace(/\s+/g, ' ');
  return { type: 'text' as const, value: isTrimmed ? line.trim() : line };
}

/** Return a text for a field in which no markup is allowed. */
function plain(value: string): string {
  return value.replace(/[<>]/g, '').replace(/\s+/g, ' ').trim();
}
