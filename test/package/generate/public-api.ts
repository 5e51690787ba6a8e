/**
 * Writes the record of the public API (`npm run public-api`): one line for each name that users type. `public-api.test.ts`
 * compares it with the code.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CustomElement } from 'custom-elements-manifest/schema.d.ts';
import rollupConfig from '../../../rollup.config.mjs';
import { RESULTS_PATH } from '../../../src/cli/results-page/results-page.ts';
import { COMMANDS } from '../../../src/cli/run.ts';
import { FAILURE_CODES } from '../../../src/protocol/failures/failure-codes.ts';
import { SERVER_ERROR_STATUS } from '../../../src/protocol/failures/server-error.ts';
import { DOCS_PROBLEM_CODES } from '../../../src/engine/sections/docs-problem.ts';
import { ROUTES } from '../../../src/service/http/routes.ts';
import { readJson, root } from '../source-files.ts';
import { configurationRows } from './configuration-reference.ts';
import { readExports } from './public-exports.ts';
import { createManifest } from './reference.ts';

export const RECORD = join(root, 'test/package/public-api.txt');

const HEADER = `# The public API: what a user types, or a program of theirs reads. Made by "npm run public-api".
# A line that goes or changes breaks somebody; a line that is added is a promise. Both belong into CHANGELOG.md.
`;

/** Return the record as the code says. */
export async function createPublicApi(): Promise<string> {
  const sections: Readonly<Record<string, readonly string[]>> = {
    'Elements and the types of their properties': createManifest().modules.flatMap(({ declarations = [] }) =>
      (declarations as CustomElement[]).flatMap(listElement),
    ),
    'Exports of the package': listExports(),
    'Files of the CDN': listCdnFiles(),
    'Commands, options, variables of the environment': await listCommands(),
    'Fields of the configuration file': configurationRows().map(([name, type]) => `${name}: ${type}`),
    'Routes of the service, and of its site': [
      ...ROUTES.map(({ method, template }) => `${method} ${template}`),
      `GET {base-path}${RESULTS_PATH}`,
    ],
    'Error codes': [
      ...FAILURE_CODES.map((code) => `client: ${code}`),
      ...Object.entries(SERVER_ERROR_STATUS).map(([code, status]) => `server: ${code} (${status})`),
      ...DOCS_PROBLEM_CODES.map((code) => `documentation: ${code}`),
    ],
  };
  const texts = Object.entries(sections).map(
    ([title, lines]) => `\n## ${title}\n\n${lines.map((line) => `${line}\n`).join('')}`,
  );
  return HEADER + texts.join('');
}

function listElement({
  tagName,
  attributes = [],
  members = [],
  events = [],
  slots = [],
  cssParts = [],
  cssProperties = [],
}: CustomElement): string[] {
  const list = (kind: string, entries: readonly string[]) =>
    entries.toSorted().map((entry) => `<${tagName}> ${kind} ${entry}`);
  const typeOf = (text = '') => text.replaceAll(/\s+/g, ' ');
  const fields = members.flatMap((member) => (member.kind === 'field' ? [member] : []));
  const methods = members.flatMap((member) => (member.kind === 'method' ? [member] : []));
  return [
    ...list(
      'attribute',
      attributes.map(({ name, default: value }) => name + (value === undefined ? '' : ` = ${value}`)),
    ),
    ...list(
      'property',
      fields.map(({ name, type }) => `${name}: ${typeOf(type?.text)}`),
    ),
    ...list(
      'method',
      methods.map(({ name, parameters = [] }) => {
        // What a doc comment says of a parameter's own properties is listed like a parameter.
        const own = parameters.filter((parameter) => !parameter.name.includes('.'));
        return `${name}(${own.map((parameter) => parameter.name + (parameter.optional ? '?' : '')).join(', ')})`;
      }),
    ),
    ...list(
      'event',
      events.map(({ name }) => name),
    ),
    ...list(
      'slot',
      slots.map(({ name }) => name),
    ),
    ...list(
      'part',
      cssParts.map(({ name }) => name),
    ),
    ...list(
      'custom property',
      cssProperties.map(({ name }) => name),
    ),
  ];
}

function listExports(): string[] {
  const { exports } = readJson('package.json') as {
    exports: Record<string, string | { default?: string; types: string }>;
  };
  return Object.entries(exports).flatMap(([path, target]) => {
    const name = `docs-assistant${path.slice(1)}`;
    const program = typeof target === 'string' ? undefined : target.default;
    if (program === undefined) return [name];
    const source = join(root, program.replace(/^\.\/dist\/(.+)\.js$/, 'src/$1.ts'));
    const names = [...readExports(source)].map(([exported, kind]) => `${name} ${kind} ${exported}`);
    return [name, ...names.toSorted()];
  });
}

/** List the files that a page names; the others carry a hash in their name and are loaded by these. */
function listCdnFiles(): string[] {
  const bundles = rollupConfig as readonly {
    input: string | string[] | Record<string, string>;
    output: { file?: string; dir?: string; entryFileNames?: string };
    plugins: readonly { api?: { file?: string } }[];
  }[];
  return bundles
    .flatMap(({ input, output: { dir, file, entryFileNames }, plugins }) => {
      if (file !== undefined) return [file.replace('dist/', '')];
      if (dir !== 'dist/cdn' || entryFileNames !== '[name].js') return [];
      const emitted = plugins.flatMap(({ api }) => api?.file ?? []);
      return [...Object.keys(input).map((name) => `${name}.js`), ...emitted].map((name) => `cdn/${name}`);
    })
    .toSorted();
}

async function listCommands(): Promise<string[]> {
  const lists = await Promise.all(
    [...COMMANDS].map(async ([name, load]) => {
      const { help, options, variables } = (await load()).command;
      const usages = [...help.matchAll(/^(?:Usage:|\s+)\s*docs-assistant (\w.*)$/gm)].map(
        ([, usage]) => usage!,
      );
      return [
        ...usages,
        ...Object.entries(options)
          .map(([option, { value, repeatable }]) => {
            const taken = value === undefined ? '' : ' VALUE';
            return `${name} --${option}${taken}${repeatable ? ' (repeatable)' : ''}`;
          })
          .toSorted(),
        ...variables.toSorted().map((variable) => `${name} reads ${variable}`),
      ];
    }),
  );
  return lists.flat();
}

if (import.meta.main) writeFileSync(RECORD, await createPublicApi());
