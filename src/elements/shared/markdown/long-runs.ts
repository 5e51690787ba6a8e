/**
 * Maximum length of a text without a place for a line break that is laid out as it is, in UTF-16 units. For each line of a longer one Chromium
 * reads all that is left of it: with 40,000 characters, each frame of a growing answer takes 0.3 s.
 */
const MAX_RUN_LENGTH = 2_000;

/** Text without blanks, and without the scripts whose lines may end after any letter. */
const RUNS = /[^\s\u200b\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu;

/** Whether a text has a run that is too long to be laid out as it is. */
export function hasLongRun(text: string): boolean {
  if (text.length <= MAX_RUN_LENGTH) return false;
  for (const [run] of text.matchAll(RUNS)) if (run.length > MAX_RUN_LENGTH) return true;
  return false;
}
