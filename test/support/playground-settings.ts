import type { Configuration, Setting as Value } from '../../demo/assets/playground-code.js';
import { readSettings, type Setting } from '../../demo/playground/settings.ts';

/** A text with the marks of every syntax that it is written in. */
export const MARKS = `A "q" 'n' \\ <b> & {x} {{y}} {% z %} \u2028 \${v} </script>`;

/** Return a configuration with a value for every setting that the playground offers. */
export async function everySetting(): Promise<Configuration> {
  const groups = await readSettings();
  const of = (...ids: readonly string[]) =>
    Object.fromEntries(
      groups
        .filter(({ id }) => ids.includes(id))
        .flatMap(({ settings }) => settings.map((setting) => [setting.name, valueOf(setting)])),
    ) as Record<string, Value>;
  return { 'docs-search': of('both', 'search'), 'docs-assistant': of('both', 'assistant') };
}

function valueOf({ kind, choices = [] }: Setting): Value {
  const choice = choices.at(-1)?.[0] ?? '';
  return {
    switch: { text: '', data: true },
    choice: { text: choice, data: choice },
    number: { text: '7', data: 7 },
    list: { text: 'v2,v1', data: ['v2', 'v1'] },
    json: { text: JSON.stringify([MARKS, 'two']), data: [MARKS, 'two'] },
    text: { text: MARKS, data: MARKS },
    style: { text: '', data: '' },
  }[kind];
}
