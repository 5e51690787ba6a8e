import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PAGES_IN_FOLDER = 200;

/** Write a documentation of small pages, 200 in a folder, each of which links to the next one. */
export async function writeManyPages(folder: string, pages: number): Promise<void> {
  for (let first = 0; first < pages; first += PAGES_IN_FOLDER) {
    await mkdir(join(folder, folderOf(first)), { recursive: true });
    const numbers = Array.from({ length: Math.min(PAGES_IN_FOLDER, pages - first) }, (_, at) => first + at);
    await Promise.all(
      numbers.map((number) => writeFile(join(folder, `${pathOf(number)}.md`), pageOf(number))),
    );
  }
}

/** Return the addresses of these pages on a site that lower-cases the names of files, below `/help/`. */
export function manyAddresses(pages: number): string[] {
  return Array.from(
    { length: pages },
    (_, number) => `https://docs.example/help/${pathOf(number).toLowerCase()}/`,
  );
}

function folderOf(number: number): string {
  return `area-${Math.floor(number / PAGES_IN_FOLDER)}`;
}

function pathOf(number: number): string {
  return `${folderOf(number)}/Page-${number}`;
}

function pageOf(number: number): string {
  return `# Page ${number}\n\nWhat the lamp of pier ${number} costs.\n\n## Repair\n\nAsk for part zq${number.toString(36)}, see [next](../${pathOf(number + 1)}.md).\n`;
}
