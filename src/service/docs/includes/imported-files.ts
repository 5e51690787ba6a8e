import { writtenAttribute, languageOfFile, type IncludeMark } from './include-marks.ts';

/** Import of another file of Markdown, or of the text of any file, in MDX and in Markdown that is read as MDX. */
const IMPORT =
  /^import[ \t]+(?:\*[ \t]+as[ \t]+)?(\w+)(?:[ \t]*,[ \t]*\{[^{}]*\})?[ \t]+from[ \t]+(["'])(?:([^"'!?\n]+\.mdx?)|!*raw-loader!([^"'\n]+)|([^"'?\n]+)\?raw)\2;?[ \t]*$/;

/** Links to files, which MDX resolves in the file they are in; the browser resolves others. */
const MARKDOWN_LINK = /^[^?#]*\.mdx?(?:[?#]|$)/i;

/** A file that a page has imported under a name. */
interface Imported {
  path: string;
  isRaw: boolean;
}

/** The files that a page imports, by their names in it. */
export class ImportedFiles {
  readonly #files = new Map<string, Imported>();

  /** Take a line. @returns whether it is such an import */
  take(line: string): boolean {
    const [, name, , text, loaded, raw] = IMPORT.exec(line) ?? [];
    const path = text ?? loaded ?? raw;
    if (name === undefined || path === undefined) return false;
    this.#files.set(name, { path, isRaw: text === undefined });
    return true;
  }

  /** Whether the element that begins in a line may go on in the next one. */
  goesOn(text: string): boolean {
    const name = /<(\w+)/.exec(text)?.[1];
    if (this.#files.size === 0 || name === undefined) return false;
    const isOpen = text.lastIndexOf('<') > text.lastIndexOf('>');
    if (this.#files.has(name)) return isOpen;
    return /^<(?:Code|CodeBlock)\b/.test(text) && (isOpen || !/\/>[ \t]*$|<\/\w+>[ \t]*$/.test(text));
  }

  /** Return where imported files are put into a line. */
  find(line: string): IncludeMark[] {
    if (this.#files.size === 0) return [];
    const marks: IncludeMark[] = [];
    for (const match of line.matchAll(
      /<(\w+)((?:[^<>]|=>){0,2000}?)(?:\/>|>[ \t]*(?:\{[ \t]*(\w+)[ \t]*\})?[ \t]*<\/\1>)/g,
    )) {
      const [all, name = '', attributes = '', content] = match;
      const place = {
        start: match.index,
        end: match.index + all.length,
        inCode: false,
        from: 'page' as const,
      };
      const file = this.#files.get(name);
      if (file !== undefined && !file.isRaw) marks.push({ ...place, path: file.path, links: MARKDOWN_LINK });
      const code = this.#files.get(
        content ?? /\b(?:code|children)=\{[ \t]*(\w+)[ \t]*\}/.exec(attributes)?.[1] ?? '',
      );
      if (code?.isRaw !== true) continue;
      marks.push({
        ...place,
        path: code.path,
        language: writtenAttribute(attributes, 'lang', 'language') ?? languageOfFile(code.path),
        title: writtenAttribute(attributes, 'title'),
      });
    }
    return marks;
  }
}
