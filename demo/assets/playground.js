import { writeCode, writeStyles } from './playground-code.js';

/** Most entries of a list. */
const MAX_ENTRIES = 10;
const MAX_NUMBER_DIGITS = 6;

const screen = document.querySelector('.screen');
const frame = screen.querySelector('iframe');
const looks = document.querySelector('form.looks');
const form = document.querySelector('form.settings');
const target = document.querySelector('select[name=code]');
const styles = document.querySelector('.code .styles');
const styleCode = styles.querySelector('code');
/** The page in the frame; `null` until it is there. */
let stage = null;
const controls = [...form.querySelectorAll('[data-kind]')];
const templates = [...document.querySelectorAll('.target code[data-syntax]')].map((code) => ({
  code,
  text: code.textContent,
}));

/** Return what a control sets; `undefined` if it is empty, `null` if it is not valid. */
function readSetting(control) {
  if (control instanceof HTMLInputElement && control.type === 'checkbox')
    return control.checked ? { text: '', data: true } : undefined;
  const text = control.value.trim();
  if (text === '') return undefined;
  switch (control.dataset.kind) {
    case 'number':
      return new RegExp(`^\\d{1,${MAX_NUMBER_DIGITS}}$`).test(text) ? { text, data: Number(text) } : null;
    case 'list': {
      const data = text.match(/[^\s,]+/g) ?? [];
      return data.length <= MAX_ENTRIES ? { text: data.join(','), data } : null;
    }
    case 'json': {
      const data = text.split(/\s*\n\s*/);
      return data.length <= MAX_ENTRIES ? { text: JSON.stringify(data), data } : null;
    }
    case 'style': {
      const value = readStyle(control.dataset.css, text);
      return value === '' ? null : { text: value, data: value };
    }
    default:
      return { text, data: text };
  }
}

/** Return a value as the browser reads it, so that it cannot end its declaration; empty if it is not valid. */
function readStyle(property, text) {
  const { style } = document.createElement('span');
  style.setProperty(property, text);
  const value = style.getPropertyValue(property);
  return value !== '' && /^[\w#%., -]+$/.test(text) ? text : value;
}

/** Show the settings: in the elements, in the code, and which of them are not valid. */
function show() {
  const configuration = { 'docs-search': {}, 'docs-assistant': {} };
  const properties = {};
  for (const control of controls) {
    const setting = readSetting(control);
    const name = control.dataset.name;
    showValidity(control, setting !== null);
    if (control.dataset.kind === 'style') {
      stage?.documentElement.style.setProperty(name, setting?.text ?? null);
      showColour(name, setting?.text);
      if (setting) properties[name] = setting.text;
      continue;
    }
    for (const tag of tagsOf(control)) {
      if (setting) configuration[tag][name] = setting;
      const element = stage?.querySelector(tag);
      if (element) showAttribute(element, name, setting?.text);
    }
  }
  for (const look of looks.querySelectorAll('[data-sets]')) showLook(look);
  for (const { code, text } of templates)
    code.textContent = writeCode(text, code.dataset.syntax, configuration);
  styleCode.textContent = writeStyles(properties);
  styles.hidden = styleCode.textContent === '';
  for (const section of document.querySelectorAll('.target'))
    section.hidden = section.dataset.target !== target.value;
}

function tagsOf(control) {
  if (control.name.startsWith('search.')) return ['docs-search'];
  if (control.name.startsWith('assistant.')) return ['docs-assistant'];
  return ['docs-search', 'docs-assistant'];
}

function showAttribute(element, name, text) {
  if (text === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

function showColour(name, colour = '') {
  const palette = form.querySelector(`[data-for="${name}"]`);
  // A palette takes no other form of a colour.
  if (palette) palette.value = /^#[\da-f]{6}$/i.test(colour) ? colour : palette.defaultValue;
}

/** Show in a control above the preview what is set below. */
function showLook(look) {
  const { value } = document.getElementById(look.dataset.sets);
  const isShown = look.type !== 'color' || /^#[\da-f]{6}$/i.test(value);
  const unit = look.dataset.unit ?? '';
  if (value === '' || !isShown) look.value = look.defaultValue ?? '';
  else if (unit === '' || /^\d+px$/.test(value)) look.value = value.replace(unit, '');
}

/** Set below what is chosen above the preview. */
function takeLook({ target: look }) {
  const { sets, unit = '' } = look.dataset;
  if (sets === undefined) return;
  const control = document.getElementById(sets);
  control.value = look.value + unit;
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Show the page in the frame as it is chosen: its screen, its colours and its theme. */
function showPage() {
  const { device, scheme, skin } = Object.fromEntries(new FormData(looks));
  screen.dataset.device = device;
  if (stage === null) return;
  const { dataset } = stage.documentElement;
  dataset.theme = scheme;
  if (skin) dataset.skin = skin;
  else delete dataset.skin;
}

function enterStage() {
  const page = frame.contentDocument;
  if (!page?.querySelector('docs-assistant')) return;
  stage = page;
  show();
  showPage();
}

function showValidity(control, isValid) {
  const error = document.getElementById(`error-${control.name}`);
  control.ariaInvalid = isValid ? null : 'true';
  error.hidden = isValid;
}

/** Set the controls to the parameters of the address. What a control does not take is left out, or shown as not valid. */
function readAddress() {
  const parameters = new URLSearchParams(location.search);
  for (const control of [...controls, target]) {
    const text = parameters.get(control.name);
    if (text === null) continue;
    if (control instanceof HTMLSelectElement) {
      if ([...control.options].some(({ value }) => value === text)) control.value = text;
    } else if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.checked = text === '';
    } else {
      control.value = text.slice(0, control.maxLength);
    }
    const group = control.closest('details');
    if (group) group.open = true;
  }
}

/** Write what is set into the address, and into the links to this page in another language. */
function writeAddress() {
  const address = new URL(location.href);
  for (const control of [...controls, target]) {
    address.searchParams.delete(control.name);
    const setting = readSetting(control);
    const isDefault = control === target && target.selectedIndex === 0;
    if (setting && !isDefault)
      address.searchParams.set(control.name, setting.data === true ? '' : control.value);
  }
  history.replaceState(history.state, '', address);
  for (const link of document.querySelectorAll('.switches a')) {
    const anchor = link;
    if (anchor.pathname.endsWith('/playground')) anchor.search = address.search;
  }
}

/** Write a colour that is chosen from the palette of the browser into the field beside it. */
function takeColour({ target: palette }) {
  if (!(palette instanceof HTMLInputElement) || palette.dataset.for === undefined) return;
  const field = document.getElementById(palette.dataset.for);
  field.value = palette.value;
}

readAddress();
show();
showPage();
writeAddress();
frame.addEventListener('load', enterStage);
enterStage();
looks.addEventListener('input', (event) => {
  takeLook(event);
  showPage();
});
// The elements look for the colours of a theme once.
looks.elements.skin.addEventListener('change', () => {
  stage = null;
  frame.contentWindow.location.reload();
});
looks.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', (event) => {
  takeColour(event);
  show();
});
form.addEventListener('change', writeAddress);
form.addEventListener('submit', (event) => event.preventDefault());
document.querySelector('button.reset').addEventListener('click', () => {
  form.reset();
  show();
  writeAddress();
});
target.addEventListener('change', () => {
  show();
  writeAddress();
});
