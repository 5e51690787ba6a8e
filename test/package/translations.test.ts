import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './source-files.ts';

const DOCS = join(root, 'demo/docs');
const FENCE = /^ *```(\w*)[^\n]*\n[\s\S]*?^ *```$/gm;

/** What a page and its translation have in common: levels of headings, languages of code, and the numbers of each row of a table. */
function shapeOf(markdown: string): string[] {
  const withoutCode = markdown.replace(FENCE, '```$1');
  return withoutCode.split('\n').flatMap((line) => {
    if (/^#+ /.test(line)) return [line.replace(/ .*/, '')];
    if (line.startsWith('```')) return [line];
    return line.startsWith('|') ? [`| ${numbersOf(line).join(' ')}`] : [];
  });
}

/** Return the numbers of a text, without code, addresses and names such as `Pos1`; `1,073` and `1.073`, `.8` and `0,8` are the same. */
function numbersOf(text: string): string[] {
  const digits = text.replace(/`[^`]*`|\([^()\s]*\)/g, '').replace(/(?<=\d)[.,](?=\d)/g, '');
  return (digits.match(/(?<![\p{L}\d])\d+/gu) ?? [])
    .map((number) => number.replace(/^0+(?=\d)/, ''))
    .toSorted();
}

for (const version of ['v1', 'v2']) {
  test(`the German pages of ${version} have the headings, code and figures of the English ones`, async () => {
    const [english, german] = ['en', 'de'].map((language) => join(DOCS, version, language));
    const pages = globSync('**/*.md', { cwd: english! }).toSorted();
    assert.deepEqual(globSync('**/*.md', { cwd: german! }).toSorted(), pages);
    const differences: string[] = [];
    for (const page of pages) {
      const [original, translation] = await Promise.all(
        [english!, german!].map(async (folder) => shapeOf(await readFile(join(folder, page), 'utf8'))),
      );
      const at = original!.findIndex((line, index) => line !== translation![index]);
      if (at !== -1 || translation!.length !== original!.length)
        differences.push(`${page}: "${original!.at(at)}", translated as "${translation!.at(at)}"`);
    }
    assert.deepEqual(differences, []);
  });
}
