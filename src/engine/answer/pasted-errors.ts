/** What a question with a pasted error is looked up as. */
export interface PastedError {
  /** The question and what was pasted, without frames, and without places in files. */
  readonly text: string;
  /** The last line that names an error, without places in files. */
  readonly errorLine: string;
}

/** Lines from which a question may hold a paste. */
const MIN_LINES = 3;
/** Maximum length of a line that is looked at. What a program writes in one line beyond it is data. */
const MAX_LINE_LENGTH = 300;

/** Lines that say where a program was: frames of the stacks of common languages, and what stands between them. */
const FRAME = new RegExp(
  [
    // JavaScript, Java, Kotlin, C#: at name (place), at place
    String.raw`at\s+(?:async\s+|new\s+)?(?:<\w+>|[\w$.<>[\]/\x60#]+)?(?:\s+\[as \w+\])?\s*\([^()]*\)?(?:\s+in\s.*:line \d+)?(?:\s*~?\[.*\])?$`,
    String.raw`at\s+(?:async\s+)?\S+:\d+(?::\d+)?\)?$`,
    String.raw`\.\.\.\s*\d+\s+(?:more|common frames omitted)`,
    // Python
    String.raw`File\s+"[^"]*",\s+line\s+\d+`,
    String.raw`Traceback \(most recent call last\)`,
    // Go, Rust
    String.raw`goroutine\s+\d+\s+\[`,
    String.raw`\S+\.go:\d+(?:\s+\+0x[\da-f]+)?$`,
    String.raw`[\w./*()]+\((?:0x[\da-f]+|\.\.\.|[\s,{}])*\)$`,
    String.raw`\d+:\s+(?:0x[\da-f]+\s+-\s+)?[\w<>]+(?:::[\w<>{}#]+)+`,
    String.raw`-->\s+\S+:\d+:\d+`,
    // PHP, Ruby
    String.raw`#\d+\s+(?:\S+\(\d+\):|\{main\})`,
    String.raw`(?:from\s+)?\S+\.rb:\d+:in\s`,
    // Pointers below a line of code, and lines of code with their numbers
    String.raw`(?:\d+\s*)?[|>]\s*(?:\d+\s*\|)?.*$`,
    String.raw`[~^\-\s]+$`,
  ]
    .map((one) => String.raw`^\s*(?:${one})`)
    .join('|'),
  'u',
);
/** A line of a Python frame comes after it, and is code. */
const FRAME_WITH_CODE = /^\s*File\s+"[^"]*",\s+line\s+\d+/;
/** What only a program writes. */
const ERROR =
  /(?:^|[\s[(])(?:[\p{L}$_][\w$.:]*(?:Error|Exception)\b|(?:error|fatal|panic|FAILED|failure)\b\s*(?:\[[^\]]*\]|\([^)]*\)|[A-Z]+\d+)?\s*:|ERR!|\[?ERROR\]?\s|Caused by:|E[A-Z]{5,}\b|ERR_[A-Z_]+)/iu;
/** Absolute paths, addresses of files, and paths with a line: places of the reader's machine. */
const PLACE =
  /(?:file:\/\/\S+|(?<![\w.:/-])(?:[A-Za-z]:\\|~?\/)[^\s:;,'"()\x60]*\/?[^\s:;,'"()\x60]*\.\w+(?::\d+){0,2}|(?<![\w/])[\w@./\\-]+\.[a-z]{1,6}(?::\d+){1,2}\b|\((?=\d+:\d+\))\d+:\d+\))/giu;
/** Date and time that a line of a log begins with. */
const TIME = /^\s*\[?\d{4}-\d{2}-\d{2}[T ][\d:.,]+Z?\]?\s*/u;

/**
 * Read the error of a text that somebody pasted, with or without a question: the words of its frames and files say nothing about what
 * went wrong, and a long one hides the line that does.
 *
 * @returns `null` for a text that is no such paste
 */
export function readPastedError(text: string): PastedError | null {
  const lines = text.split(/\r?\n/).map((line) => line.slice(0, MAX_LINE_LENGTH));
  if (lines.length < MIN_LINES) return null;
  const kept: string[] = [];
  let frames = 0;
  for (const [at, line] of lines.entries()) {
    if (FRAME.test(line) || (at > 0 && FRAME_WITH_CODE.test(lines[at - 1]!)))
      frames += Number(line.trim() !== '');
    else
      kept.push(
        line
          .replace(TIME, '')
          .replaceAll(PLACE, ' ')
          .replaceAll(/[ \t]+/g, ' ')
          .trim(),
      );
  }
  const errors = kept.filter((line) => ERROR.test(line));
  const errorLine = errors.at(-1);
  // A list of options or a program without an error is a question of its own.
  if (errorLine === undefined || (frames === 0 && errors.length < MIN_LINES && kept.length < 2 * MIN_LINES))
    return null;
  return { text: kept.filter((line) => line !== '').join('\n'), errorLine };
}
