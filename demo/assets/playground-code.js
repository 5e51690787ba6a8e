// @ts-check

/**
 * @typedef {object} Setting
 * @property {string} text value of the attribute; empty for a switch
 * @property {string | number | boolean | string[]} data value of the property
 *
 * @typedef {Record<string, Setting>} Settings by the name of the attribute
 * @typedef {{ 'docs-search': Settings, 'docs-assistant': Settings }} Configuration
 * @typedef {'html' | 'vue' | 'jsx' | 'react' | 'solid' | 'svelte'} Syntax `jsx` is rendered on a server, where lists are texts
 */

/** Longest line before a tag or an object is written on several. */
const MAX_LINE = 80;
/** What is replaced in a template: the tag of an element, or the options of a plugin. */
const PLACE = /<(docs-search|docs-assistant)((?: [\w-]+="[^"]*")*)(?: \/>|><\/\1>)|\{ domain: 'docs' \}/g;
/** Options that a plugin takes for both elements. */
const SHARED_OPTIONS = ['version', 'language'];

/**
 * Write the configured attributes into the tags of a template, and into the options of a plugin.
 *
 * @param {string} template
 * @param {Syntax} syntax
 * @param {Configuration} configuration
 */
export function writeCode(template, syntax, configuration) {
  return template.replaceAll(PLACE, (place, tag, given, offset) => {
    const line = template.slice(template.lastIndexOf('\n', offset) + 1, offset);
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    if (tag === undefined) return writeObject(readOptions(configuration), indent, line.length);
    const configured = configuration[/** @type {'docs-search'} */ (tag)];
    if (Object.keys(configured).length === 0) return place;
    const own = [...given.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, text]) => [
      name,
      { text, data: text },
    ]);
    const settings = { ...Object.fromEntries(own), ...configured };
    const attributes = Object.entries(settings).map(([name, setting]) => ATTRIBUTE[syntax](name, setting));
    const end = place.endsWith('/>') ? ' />' : `></${tag}>`;
    const flat = `<${[tag, ...attributes].join(' ')}${end}`;
    if (line.length + flat.length <= MAX_LINE) return flat;
    return `<${[tag, ...attributes].join(`\n${indent}  `)}\n${indent}${end.trimStart()}`;
  });
}

/**
 * Write custom properties as a rule for the style sheet of a site.
 *
 * @param {Record<string, string>} properties
 */
export function writeStyles(properties) {
  const lines = Object.entries(properties).map(([name, value]) => `  ${name}: ${value};\n`);
  return lines.length === 0 ? '' : `:root {\n${lines.join('')}}\n`;
}

/** @type {Record<Syntax, (name: string, setting: Setting) => string>} */
const ATTRIBUTE = {
  html: (name, { text, data }) => (data === true ? name : `${name}="${escapeHtml(text)}"`),
  vue: (name, setting) =>
    Array.isArray(setting.data)
      ? `:${name}="${escapeHtml(writeValue(setting.data))}"`
      : ATTRIBUTE.html(name, setting),
  jsx: (name, { text, data }) => (data === true ? name : `${name}=${quote(text)}`),
  react: (name, { data }) => {
    if (data === true) return name;
    return `${name}=${typeof data === 'string' ? quote(data) : `{${writeValue(data)}}`}`;
  },
  solid: (name, setting) => {
    const prefix = { number: 'attr:', object: 'prop:' }[/** @type {'number'} */ (typeof setting.data)] ?? '';
    return prefix + ATTRIBUTE.react(name, setting);
  },
  svelte: (name, setting) => ATTRIBUTE.react(name, setting),
};

/** Marks of templates are escaped, too: the generators would run them. @param {string} text */
function escapeHtml(text) {
  const names = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;', '{': '&#123;' };
  return text.replaceAll(/[&"<>]|\{(?=[{%#])/g, (mark) => names[/** @type {'&'} */ (mark)]);
}

/** Return a text as the value of an attribute of JSX or Svelte. @param {string} text */
function quote(text) {
  return /[{}"&<>\\]/.test(text) ? `{${writeValue(text)}}` : `"${text}"`;
}

/** Return a literal of JavaScript. @param {Setting['data']} value @returns {string} */
function writeValue(value) {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`;
  if (typeof value !== 'string') return String(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/**
 * @typedef {{ [name: string]: string | true | Options }} Options
 * @param {Configuration} configuration
 * @returns {Options}
 */
function readOptions(configuration) {
  /** @type {Options} */
  const options = { domain: 'docs' };
  const elements = { search: configuration['docs-search'], assistant: configuration['docs-assistant'] };
  for (const [option, settings] of Object.entries(elements)) {
    /** @type {Options} */
    const attributes = {};
    for (const [name, { text, data }] of Object.entries(settings)) {
      const target = SHARED_OPTIONS.includes(name) ? options : attributes;
      target[name] = data === true || text;
    }
    if (Object.keys(attributes).length > 0) options[option] = attributes;
  }
  return options;
}

/**
 * @param {Options} options
 * @param {string} indent of the line in which the object begins
 * @param {number} column in which it begins
 * @returns {string}
 */
function writeObject(options, indent, column) {
  const inner = `${indent}  `;
  /** @param {boolean} isFlat */
  const fields = (isFlat) =>
    Object.entries(options).map(([name, value]) => {
      const key = `${/^\w+$/.test(name) ? name : writeValue(name)}: `;
      if (typeof value !== 'object') return key + writeValue(value);
      return key + writeObject(value, inner, isFlat ? -Infinity : inner.length + key.length);
    });
  const flat = `{ ${fields(true).join(', ')} }`;
  if (column + flat.length <= MAX_LINE) return flat;
  return `{\n${fields(false)
    .map((field) => `${inner}${field},\n`)
    .join('')}${indent}}`;
}
