import type { Nodes, Paragraph, PhrasingContent } from 'mdast';

/** A component, or an element of HTML in MDX. */
export type Jsx = Extract<Nodes, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>;

/** Attributes of the fields of an API (Mintlify: `ParamField`, `ResponseField`) with the name of the field. */
const FIELD_NAMES = ['body', 'query', 'path', 'header', 'name'];
/** A property of `<TypeTable type={{ name: { description: '…' } }}>` of Fumadocs, and a string in it. */
const PROPERTY = /(?:^|[\s{,'"])([\w$-]{1,100})['"]?\s*:\s*\{([^{}]{0,2000})\}/g;
const PROPERTY_TEXT = /\b(description|type|default)\s*:\s*(?:'([^'\n]*)'|"([^"\n]*)")/g;
/** Return the name of a field of an API, with its type and whether it is required. */
export function fieldLabel(node: Jsx): Paragraph[] {
  const [name] = textAttribute(node, ...FIELD_NAMES);
  if (name === undefined) return [];
  const isRequired = node.attributes.some((one) => one.type === 'mdxJsxAttribute' && one.name === 'required');
  const initial = textAttribute(node, 'default').map((value) => `default ${value}`);
  const facts = [...textAttribute(node, 'type'), ...(isRequired ? ['required'] : []), ...initial].join(', ');
  const text: PhrasingContent[] = facts === '' ? [] : [{ type: 'text', value: ` (${facts})` }];
  return [{ type: 'paragraph', children: [{ type: 'inlineCode', value: name }, ...text] }];
}

/** Return the properties that a table of types lists in its attribute, which is read as text: nothing is run. */
export function typeTable(node: Jsx): Paragraph[] {
  const type = node.attributes.find((one) => one.type === 'mdxJsxAttribute' && one.name === 'type')?.value;
  if (typeof type !== 'object' || type === null) return [];
  return [...type.value.matchAll(PROPERTY)].map(([, name = '', inner = '']) => {
    const texts = new Map([...inner.matchAll(PROPERTY_TEXT)].map(([, key, a, b]) => [key, a ?? b ?? '']));
    const initial = texts.has('default') ? `default ${texts.get('default')}` : undefined;
    const facts = [texts.get('type'), initial].filter((one) => one !== undefined).join(', ');
    const value = `${facts === '' ? '' : ` (${facts})`}${texts.has('description') ? `: ${texts.get('description')}` : ''}`;
    const rest: PhrasingContent[] = value === '' ? [] : [{ type: 'text', value }];
    return { type: 'paragraph', children: [{ type: 'inlineCode', value: name }, ...rest] };
  });
}

/** Return the first of the named attributes that is a plain string, in a list that is empty if there is none. */
export function textAttribute(node: Jsx, ...names: string[]): string[] {
  for (const name of names) {
    for (const attribute of node.attributes) {
      if (
        attribute.type === 'mdxJsxAttribute' &&
        attribute.name === name &&
        typeof attribute.value === 'string'
      ) {
        const value = attribute.value.trim();
        if (value !== '') return [value];
      }
    }
  }
  return [];
}
