import { languageOfFile, readLineRanges, type Include } from './include-marks.ts';
import type { Selection } from './select-lines.ts';

/** Fence of a directive of MyST: ```` ```{include} a.md ````, also with colons. */
const DIRECTIVE = /^(`{3,}|~{3,}|:{3,})[ \t]*\{(include|literalinclude)\}[ \t]+(\S.*?)[ \t]*$/;
const OPTION = /^[ \t]*:([\w-]+):[ \t]*(.*?)[ \t]*$/;

export interface DirectiveInclude {
  include: Include;
  /** Number of lines of the directive. */
  length: number;
}

/** Read a directive of MyST that includes a file; `null` where none begins. @param lines of a page from this one on, without their prefix */
export function readDirective(lines: Iterable<string>): DirectiveInclude | null {
  let fence: string | undefined;
  let name = '';
  let path = '';
  let length = 0;
  const options = new Map<string, string>();
  for (const line of lines) {
    length++;
    if (fence === undefined) {
      [, fence, name = '', path = ''] = DIRECTIVE.exec(line) ?? [];
      if (fence === undefined) return null;
    } else if (line.startsWith(fence) && line.trim().replaceAll(fence[0]!, '') === '') {
      break;
    } else {
      const [, option, value = ''] = OPTION.exec(line) ?? [];
      if (option !== undefined) options.set(option, value);
    }
  }
  return { include: includeOf(name, path, options), length };
}

function includeOf(name: string, path: string, options: ReadonlyMap<string, string>): Include {
  const isCode = name === 'literalinclude' || options.has('literal') || options.has('code');
  const first = options.get('start-line');
  const last = options.get('end-line');
  const lines = options.get('lines');
  const documents = options.get('relative-docs');
  const selection: Selection = {
    ...optional('part', options.get('pyobject')),
    ...optional('after', options.get('start-after')),
    ...optional('from', options.get('start-at')),
    ...optional('before', options.get('end-before')),
    ...optional('to', options.get('end-at')),
    ...(lines !== undefined && { ranges: readLineRanges(lines) }),
    // Numbers of docutils are those of lists: from 0, and the last one is left out.
    ...((first ?? last) !== undefined && {
      ranges: [[(Number(first) || 0) + (Number(first) < 0 ? 0 : 1), endLine(last)]],
    }),
  };
  return {
    path,
    from: 'page',
    selection,
    ...(documents !== undefined && {
      links: new RegExp(`^${documents.replace(/[\^$.*+?()[\]{}|/\\]/g, '\\$&')}`),
    }),
    ...(isCode && { language: options.get('language') ?? options.get('code') ?? languageOfFile(path) }),
    title: options.get('caption'),
  };
}

function endLine(last: string | undefined): number {
  const line = Number(last);
  return last === undefined || last === '' || Number.isNaN(line) ? Infinity : line < 0 ? line - 1 : line;
}

function optional<K extends string>(key: K, value: string | undefined): { [key in K]?: string } {
  return value === undefined || value === '' ? {} : ({ [key]: value } as { [key in K]?: string });
}
