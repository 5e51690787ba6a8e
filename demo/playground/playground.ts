import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import type { Documentation, Page } from '../documentation.ts';
import { readSettings, type Setting, type SettingGroup } from './settings.ts';
import { STAGE } from './stage.ts';
import { readTargets, type Target } from './targets.ts';
import { playgroundWords, type PlaygroundWords } from './words.ts';

/** Most characters of a text, typed or from an address. */
const MAX_TEXT = 300;
/** What a palette shows while no colour is set. */
const NO_COLOUR = '#888888';
/** The accent of the elements without any. */
const OWN_ACCENT = '#3a50c0';

/** Draw the playground: a page with both elements, their settings, and the code for each target. `assets/playground.js` makes it work. */
export async function drawPlayground(documentation: Documentation, page: Page): Promise<Element> {
  const words = playgroundWords(page.language);
  const [groups, targets] = await Promise.all([readSettings(), readTargets(documentation, page)]);
  return h('div.playground', [
    h('section.stage', { ariaLabelledBy: 'preview' }, [
      h('h2#preview', words.preview),
      drawLooks(groups, words),
      h('div.screen', h('iframe', { src: `/${page.path}/${STAGE}`, title: words.stage.title })),
    ]),
    h('form.settings', { ariaLabelledBy: 'settings', autoComplete: 'off' }, [
      h('h2#settings', words.settings),
      ...groups.map((group, index) => drawGroup(group, index === 0, words)),
      h('button.reset', { type: 'button' }, words.reset),
    ]),
    h('section.code', { ariaLabelledBy: 'code' }, [
      h('h2#code', words.code),
      h('p', h('label', [words.target, ' ', drawTargetSelect(targets, words)])),
      ...targets.map((target, index) => drawTarget(target, index > 0, words)),
      h('div.styles', { hidden: true }, [h('h3', words.styleSheet), drawCode('', words)]),
    ]),
  ]);
}

/** Draw the controls that change what one sees: three of the page in the preview, five of the settings below. */
function drawLooks(groups: readonly SettingGroup[], { looks, unset }: PlaygroundWords): Element {
  const settings = groups.flatMap((group) => group.settings);
  const options = (choices: readonly (readonly [value: string, name: string])[]): Element[] =>
    choices.map(([value, name]) => h('option', { value }, name));
  const variantsOf = (id: string): Element[] => {
    const { choices = [], preset } = settings.find((setting) => setting.id === id)!;
    return options([['', `${unset}: ${preset}`], ...choices]);
  };
  const either = (name: string, label: string, choices: readonly [value: string, name: string][]): Element =>
    h('fieldset', [
      h('legend', label),
      ...choices.map(([value, text], index) =>
        h('label', [h('input', { type: 'radio', name, value, checked: index === 0 }), h('span', text)]),
      ),
    ]);
  const labelled = (label: string, control: Element): Element => h('label', [h('span', label), control]);
  return h('form.looks', { ariaLabel: looks.label, autoComplete: 'off' }, [
    either('device', looks.device, [
      ['desktop', looks.desktop],
      ['phone', looks.phone],
    ]),
    either('scheme', looks.scheme, [
      ['light', looks.light],
      ['dark', looks.dark],
    ]),
    labelled(
      looks.skin,
      h(
        'select',
        { name: 'skin' },
        options([
          ['', looks.plain],
          ['vitepress', 'VitePress'],
          ['bootstrap', 'Bootstrap'],
        ]),
      ),
    ),
    labelled(looks.accent, h('input', { type: 'color', dataSets: '--docs-accent-color', value: OWN_ACCENT })),
    labelled(
      looks.radius,
      h('input', { type: 'range', min: 0, max: 24, value: 12, dataSets: '--docs-radius', dataUnit: 'px' }),
    ),
    labelled(
      looks.font,
      h(
        'select',
        { dataSets: '--docs-font-family' },
        options([
          ['', unset],
          ['Georgia, serif', looks.serif],
          ['ui-monospace, monospace', looks.mono],
        ]),
      ),
    ),
    labelled(looks.chat, h('select', { dataSets: 'assistant.variant' }, variantsOf('assistant.variant'))),
    labelled(looks.search, h('select', { dataSets: 'search.variant' }, variantsOf('search.variant'))),
  ]);
}

function drawGroup({ id, settings }: SettingGroup, open: boolean, words: PlaygroundWords): Element {
  return h('details', { open }, [
    h('summary', words.groups[id]),
    ...settings.map((setting) => drawSetting(setting, words)),
  ]);
}

function drawSetting(setting: Setting, words: PlaygroundWords): Element {
  const { id, name, kind, cssProperty, description } = setting;
  const control = drawControl(setting, words);
  const hint = `about-${id}`;
  const error = `error-${id}`;
  Object.assign(control.properties, {
    id,
    name: id,
    dataKind: kind,
    dataName: name,
    dataCss: cssProperty,
    ariaDescribedBy: `${hint} ${error}`,
  });
  const label = h('label', { htmlFor: id }, h('code', name));
  return h('div.setting', { className: [kind] }, [
    ...(kind === 'switch' ? [control, label] : [label, control]),
    cssProperty === 'color'
      ? h('input', { type: 'color', dataFor: id, ariaLabel: `${words.pick} ${name}`, value: NO_COLOUR })
      : null,
    h('small', { id: hint }, [
      kind === 'json' ? `${words.onePerLine} ` : null,
      description === undefined ? words.language : h('span', { lang: 'en' }, withCode(description)),
    ]),
    h('small.error', { id: error, role: 'alert', hidden: true }, words.invalid),
  ]);
}

function drawControl({ kind, choices = [], preset }: Setting, { unset }: PlaygroundWords): Element {
  if (kind === 'switch') return h('input', { type: 'checkbox' });
  if (kind === 'choice')
    return h('select', [
      h('option', { value: '' }, preset ? `${unset}: ${preset}` : unset),
      ...choices.map(([value, name]) => h('option', { value }, name)),
    ]);
  const text = { dir: 'auto', maxLength: MAX_TEXT, placeholder: preset, spellCheck: 'false' };
  if (kind === 'json') return h('textarea', { ...text, rows: 3 });
  return h('input', { ...text, type: 'text', inputMode: kind === 'number' ? 'numeric' : undefined });
}

function drawTargetSelect(targets: readonly Target[], words: PlaygroundWords): Element {
  const options = (kind: Target['kind']): Element[] =>
    targets.filter((one) => one.kind === kind).map(({ id, name }) => h('option', { value: id }, name));
  return h('select', { name: 'code', autoComplete: 'off' }, [
    ...options('html'),
    h('optgroup', { label: words.frameworks }, options('framework')),
    h('optgroup', { label: words.generators }, options('generator')),
  ]);
}

function drawTarget({ id, name, files, more }: Target, hidden: boolean, words: PlaygroundWords): Element {
  return h('div.target', { dataTarget: id, hidden }, [
    ...files.flatMap(({ title, syntax, template }) => [
      title === undefined ? null : h('h3', h('code', title)),
      drawCode(template, words, syntax),
    ]),
    h('p', [words.more, ' ', h('a', { href: more }, name)]),
  ]);
}

function drawCode(text: string, words: PlaygroundWords, syntax?: string): Element {
  return h(
    'div.code-box',
    { tabIndex: 0, role: 'group', ariaLabel: words.code },
    h('pre', h('code', { dataSyntax: syntax }, text)),
  );
}

/** Return a sentence of the reference, with code between backticks. */
function withCode(text: string): ElementContent[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? h('code', part) : { type: 'text', value: part }));
}
