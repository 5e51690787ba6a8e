/**
 * Writes the custom-elements manifest, the types and editor data made of it, and the JSON schema of configuration files, and with `--write` the tables made of them
 * into the README and the documentation. With `--check` nothing is written: it fails when a table no longer says what the code says.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { create, ts } from '@custom-elements-manifest/analyzer';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import type {
  Attribute,
  ClassField,
  ClassMember,
  ClassMethod,
  CustomElement,
  Module,
  Package,
} from 'custom-elements-manifest/schema.d.ts';
import { getWebTypesData } from 'custom-element-jet-brains-integration';
import { getVsCodeCssCustomData, getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration';
import { expandAttributes, readDefaults } from './attribute-tables.ts';
import { configurationRows, createConfigurationJsonSchema } from './configuration-reference.ts';
import { createFrameworkTypes } from './framework-types.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCES = [
  'src/elements/**/*.ts',
  'src/assistant.ts',
  'src/search.ts',
  'src/page-feedback.ts',
  'src/page-actions.ts',
  'src/admin.ts',
];
/** Base classes of the elements in a folder, beside `base-element.ts`, where it is not `docs-element.ts`. */
const BASES = { '/admin/': 'admin/admin-element', '/page-': 'shared/page-element' };
const DOCUMENTS = ['README.md', 'demo/docs/v2/**/*.md'];
/** `<!-- docs-search:attributes -->` … `<!-- /docs-search:attributes -->` */
const TABLE = /<!-- ([\w-]+):([\w-]+) -->[^]*?<!-- \/\1:\2 -->/g;

/** The manifest of the elements as they are published: public members only, addresses in `dist`. */
export function createManifest(): Package {
  const modules = globSync(SOURCES, { cwd: root })
    .toSorted()
    .map((file) => {
      // The analyzer knows the platform's way to register an element, not the one that tolerates a second copy.
      const text = readFileSync(join(root, file), 'utf8').replace(/^define\(/gm, 'customElements.define(');
      const source = expandAttributes(join(root, file), text);
      return ts.createSourceFile(file.split(sep).join('/'), source, ts.ScriptTarget.ES2022, true);
    });
  const manifest = create({ modules, plugins: litPlugin(), context: { dev: false } });
  const elements = manifest.modules.filter(readElement);
  for (const module of elements) {
    const element = readElement(module)!;
    const base =
      Object.entries(BASES).find(([folder]) => module.path.includes(folder))?.[1] ?? 'shared/docs-element';
    const classes = ['src/elements/shared/base-element.ts', `src/elements/${base}.ts`, module.path];
    const defaults = Object.assign({}, ...classes.map((file) => readDefaults(join(root, file)))) as Record<
      string,
      string
    >;
    const members = (element.members ?? []).filter(isPublic);
    element.members = members;
    // The analyzer takes what only the element itself sets for attributes, too.
    element.attributes = (element.attributes ?? []).filter(({ fieldName }) =>
      members.some(({ name }) => name === fieldName),
    );
    // The analyzer takes the parameter of the method that sends all events for one more event.
    element.events = (element.events ?? []).filter(({ description }) => description !== undefined);
    for (const field of members as (ClassField & { name: string })[]) {
      const value = defaults[field.name];
      if (value !== undefined) field.default = value;
    }
    for (const attribute of element.attributes) {
      // As `BaseElement` names it.
      attribute.name = attribute.fieldName!.replace(/[A-Z]/g, '-$&').toLowerCase();
      const value = defaults[attribute.fieldName ?? ''];
      if (value !== undefined) attribute.default = value;
    }
    module.declarations = module.declarations!.filter(({ name }) => name === element.name);
  }
  // The analyzer names files as they stand in the repository; users find them in the package.
  return JSON.parse(
    JSON.stringify({ ...manifest, modules: elements }).replaceAll(/"\/?src\/([^"]+)\.ts"/g, '"dist/$1.js"'),
  ) as Package;
}

/** Return what editors read, by file name: custom data for VS Code, web-types for JetBrains. */
function createEditorData(manifest: Package): Record<string, string> {
  // Each of the generators changes the manifest that it reads.
  const texts = {
    'vscode.html-custom-data.json': getVsCodeHtmlCustomData(structuredClone(manifest) as never, {}),
    'vscode.css-custom-data.json': getVsCodeCssCustomData(structuredClone(manifest) as never, {}),
    'web-types.json': getWebTypesData(structuredClone(manifest) as never, {}),
  };
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, JSON.stringify(JSON.parse(text))]),
  );
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, folder, name), text);
}

function readElement(module: Module): CustomElement | undefined {
  const elements = (module.declarations ?? []) as CustomElement[];
  return elements.find(({ tagName }) => tagName !== undefined);
}

function isPublic({ name, privacy }: ClassMember): boolean {
  return !name.startsWith('#') && privacy !== 'private' && privacy !== 'protected';
}

/** The tables of one element, each under the name that a document asks for it by. */
const tables: Record<string, (element: CustomElement) => string> = {
  attributes: ({ attributes = [], members = [] }) => {
    const withoutAttribute = members.filter(
      ({ name, kind }) => kind === 'field' && !attributes.some(({ fieldName }) => fieldName === name),
    );
    return table(
      ['Attribute', 'Type', 'Default', 'What it does'],
      [
        ...attributes.map(({ name, fieldName, description, ...attribute }) => [
          fieldName === name ? code(name) : `${code(name)}, property ${code(fieldName)}`,
          ...describeValue(attribute),
          description,
        ]),
        ...withoutAttribute.map(({ name, description, ...field }) => [
          `property ${code(name)}`,
          ...describeValue(field as ClassField),
          description,
        ]),
      ],
    );
  },
  methods: ({ members = [] }) =>
    table(
      ['Method', 'What it does'],
      members
        .filter((member): member is ClassMethod => member.kind === 'method')
        .map((method) => [
          // What a doc comment says of a parameter's own properties is listed like a parameter.
          code(
            `${method.name}(${(method.parameters ?? [])
              .filter(({ name }) => !name.includes('.'))
              .map(({ name, optional }) => name + (optional ? '?' : ''))
              .join(', ')})`,
          ),
          method.description,
        ]),
    ),
  events: ({ events = [] }) =>
    table(
      ['Event', 'When'],
      events.map(({ name, description }) => [code(name), description]),
    ),
  slots: ({ slots = [] }) =>
    table(
      ['Slot', 'Content'],
      slots.map(({ name, description }) => [code(name), description]),
    ),
  parts: ({ cssParts = [] }) =>
    table(
      ['Part', 'What it is'],
      cssParts.map(({ name, description }) => [code(name), description]),
    ),
  properties: ({ cssProperties = [] }) =>
    table(
      ['Custom property', 'What it sets'],
      cssProperties.map(({ name, description }) => [code(name), description]),
    ),
};

function describeValue(value: Pick<Attribute, 'type' | 'default'>): [type: string, initial: string] {
  const type = (value.type?.text ?? '').replace(/ \| undefined$/, '').replaceAll('readonly ', '');
  return [code(type), code(value.default?.replace(/^'(.*)'$/, '$1'))];
}

function table(head: readonly string[], rows: readonly (readonly (string | undefined)[])[]): string {
  const line = (cells: readonly (string | undefined)[]) =>
    `| ${cells.map((cell) => (cell ?? '').replaceAll(/\s+/g, ' ').trim()).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text: string | undefined): string {
  return text ? `\`${text.replaceAll('|', '\\|')}\`` : '';
}

/** The documents that have tables, as they stand and as they should. */
export function readDocuments(manifest: Package): { file: string; before: string; after: string }[] {
  const elements = new Map(manifest.modules.map(readElement).map((element) => [element?.tagName, element]));
  return globSync(DOCUMENTS, { cwd: root })
    .toSorted()
    .map((file) => {
      const before = readFileSync(join(root, file), 'utf8');
      const after = before.replaceAll(TABLE, (_, tag: string, name: string) => {
        if (tag === 'configuration') {
          return `<!-- ${tag}:${name} -->\n\n${table(['Field', 'Takes', 'What it is for'], configurationRows())}\n\n<!-- /${tag}:${name} -->`;
        }
        const element = elements.get(tag);
        const create = tables[name];
        if (!element || !create) throw new Error(`${file}: there is no table "${tag}:${name}"`);
        return `<!-- ${tag}:${name} -->\n\n${create(element)}\n\n<!-- /${tag}:${name} -->`;
      });
      return { file, before, after };
    });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { write: { type: 'boolean' }, check: { type: 'boolean' } } });
  const manifest = createManifest();
  const stale = readDocuments(manifest).filter(({ before, after }) => before !== after);
  if (values.check) {
    for (const { file } of stale)
      console.error(`${file}: the tables are out of date, run "npm run reference"`);
    process.exitCode = stale.length === 0 ? 0 : 1;
  } else {
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(join(root, 'dist/custom-elements.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    writeFileSync(
      join(root, 'dist/config.schema.json'),
      `${JSON.stringify(createConfigurationJsonSchema(), null, 2)}\n`,
    );
    writeFiles('dist/types', createFrameworkTypes(manifest));
    writeFiles('dist/editors', createEditorData(manifest));
    if (values.write) for (const { file, after } of stale) writeFileSync(join(root, file), after);
  }
}
