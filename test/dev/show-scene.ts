/** Open the scene that the address names, or list those that have the name in theirs. */
import { EXHIBITS, resetExhibits } from '../support/scenes/exhibits.ts';

const wanted = new URLSearchParams(location.search).get('scene') ?? '';
const scenes = EXHIBITS.flatMap(({ tag, scenes, attributes = {} }) =>
  scenes.map(({ name, open }) => ({ title: `${tag}: ${name}`, open: () => open(attributes) })),
);
const found = scenes.filter(({ title }) => title.includes(wanted));
const [scene] = found.length > 1 ? found.filter(({ title }) => title === wanted) : found;

if (scene === undefined) {
  document.body.append(...found.map(({ title }) => link(title)));
  if (found.length === 0) document.body.append(`No scene has "${wanted}" in its name. `, link(''));
} else {
  document.title = scene.title;
  // What the scene left before the page was loaded again.
  resetExhibits();
  await scene.open();
}

function link(title: string): HTMLElement {
  const anchor = Object.assign(document.createElement('a'), {
    href: `?${new URLSearchParams({ scene: title })}`,
    textContent: title || 'All scenes',
  });
  const line = document.createElement('p');
  line.append(anchor);
  return line;
}
