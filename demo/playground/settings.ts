import { readFile } from 'node:fs/promises';
import type {
  Attribute,
  CssCustomProperty,
  CustomElement,
  Package,
} from 'custom-elements-manifest/schema.d.ts';
import { assistant as translations } from '../../src/elements/strings/translations.ts';

/** A field of the playground. Its kind decides on the control and on what is valid. */
export interface Setting {
  /** Name of the field and of the parameter in the address: `theme`, `search.variant`, `--docs-radius`. */
  readonly id: string;
  /** Name of the attribute or of the custom property. */
  readonly name: string;
  readonly kind: 'switch' | 'choice' | 'number' | 'text' | 'list' | 'json' | 'style';
  /** Values and their names, for a choice. */
  readonly choices?: readonly (readonly [value: string, name: string])[];
  /** CSS property that takes the same values as a custom property. */
  readonly cssProperty?: string;
  readonly preset: string;
  /** The first sentence of the reference. Unset: the page has words of its own. */
  readonly description?: string;
}

export interface SettingGroup {
  readonly id: 'both' | 'assistant' | 'search' | 'styles';
  readonly settings: readonly Setting[];
}

const MANIFEST = new URL('../../dist/custom-elements.json', import.meta.url);
/**
 * Attributes that have to do with addresses or with the moment. A link to the playground sets none of them: results would lead to
 * a site of its author, and ratings be sent there.
 */
const LEFT_OUT = new Set([
  'endpoint',
  'domain',
  'index',
  'link-base',
  'feedback-endpoint',
  'assistant',
  'value',
  'open',
]);

/** Return the settings of both elements, as the custom-elements manifest lists their attributes and custom properties. */
export async function readSettings(): Promise<readonly SettingGroup[]> {
  const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as Package;
  const declarations = manifest.modules.flatMap((module) => (module.declarations ?? []) as CustomElement[]);
  const readElement = (tag: string) => {
    const { attributes = [], cssProperties = [] } = declarations.find(({ tagName }) => tagName === tag)!;
    return { attributes: attributes.filter(({ name }) => !LEFT_OUT.has(name)), cssProperties };
  };
  const assistant = readElement('docs-assistant');
  const search = readElement('docs-search');
  const isShared = (attribute: Attribute): boolean =>
    [assistant, search].every(({ attributes }) =>
      attributes.some(
        (other) =>
          other.name === attribute.name && other.inheritedFrom && other.default === attribute.default,
      ),
    );
  const own = (prefix: string, attributes: readonly Attribute[]): Setting[] =>
    attributes.filter((one) => !isShared(one)).map((one) => describeAttribute(one, prefix));
  const styles = new Map([...search.cssProperties, ...assistant.cssProperties].map((one) => [one.name, one]));
  return [
    {
      id: 'both',
      // What changes the look comes before the names of versions and languages.
      settings: [
        languageSetting(),
        ...assistant.attributes
          .filter(isShared)
          .map((one) => describeAttribute(one, ''))
          .toSorted((a, b) => Number(b.kind === 'choice') - Number(a.kind === 'choice')),
      ],
    },
    { id: 'assistant', settings: own('assistant.', assistant.attributes) },
    { id: 'search', settings: own('search.', search.attributes) },
    { id: 'styles', settings: [...styles.values()].map(describeStyle) },
  ];
}

/** The attribute `lang` of HTML, which the interface follows. */
function languageSetting(): Setting {
  const choices = ['en', ...Object.keys(translations)].map(
    (code) => [code, new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code] as const,
  );
  return { id: 'lang', name: 'lang', kind: 'choice', choices, preset: '' };
}

function describeAttribute(
  { name, type, default: preset = '', description = '' }: Attribute,
  prefix: string,
): Setting {
  const text = type?.text ?? '';
  const choices = [...text.matchAll(/'([\w-]+)'/g)].map(([, value]) => [value!, value!] as const);
  return {
    id: prefix + name,
    name,
    kind: kindOf(text, description),
    ...(choices.length > 0 && { choices }),
    preset: preset.replace(/^'(.*)'$/, '$1').replace('[]', ''),
    description: firstSentence(description),
  };
}

function kindOf(type: string, description: string): Setting['kind'] {
  if (type.startsWith("'")) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'number') return 'number';
  if (!type.endsWith('[]')) return 'text';
  return description.includes('JSON') ? 'json' : 'list';
}

function describeStyle({ name, description = '' }: CssCustomProperty): Setting {
  const [property = 'width'] = /color|font-family|font-size|radius|z-index|height/.exec(name) ?? [];
  return {
    id: name,
    name,
    kind: 'style',
    cssProperty: property === 'radius' ? 'border-radius' : property,
    preset: '',
    description: firstSentence(description),
  };
}

function firstSentence(description: string): string {
  return description.replaceAll(/\s+/g, ' ').split(/(?<=\.) (?=[A-Z`])/, 1)[0]!;
}
