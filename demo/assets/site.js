const root = document.documentElement;

/** Light, dark, or whatever the system says. */
const themeButton = document.querySelector('button.theme');
const themes = ['auto', 'light', 'dark'];

function showTheme() {
  const theme = root.dataset.theme ?? 'auto';
  const name = themeButton.dataset[theme];
  themeButton.setAttribute('aria-label', `${themeButton.dataset.label}: ${name}`);
  themeButton.title = name;
}

themeButton.addEventListener('click', () => {
  const next = themes[(themes.indexOf(root.dataset.theme ?? 'auto') + 1) % themes.length];
  if (next === 'auto') delete root.dataset.theme;
  else root.dataset.theme = next;
  try {
    localStorage.setItem('theme', next);
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
  showTheme();
});
showTheme();

/** The list of pages on a narrow screen. */
const toggle = document.querySelector('.nav-toggle');
const pages = document.querySelector('#pages');

function showPages(open) {
  toggle.setAttribute('aria-expanded', String(open));
  pages.classList.toggle('open', open);
}

toggle.addEventListener('click', () => showPages(toggle.getAttribute('aria-expanded') === 'false'));
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !pages.classList.contains('open')) return;
  showPages(false);
  toggle.focus();
});

/** Menus close when the reader goes on. */
const menus = document.querySelectorAll('details.menu');
document.addEventListener('click', (event) => {
  for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
});
for (const menu of menus) {
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary').focus();
  });
}

/** The page about the chat shows it in all its variants: `?variant=sidebar`. */
const variant = new URLSearchParams(location.search).get('variant');
const chat = document.querySelector('body > docs-assistant');
if (variant && chat) {
  chat.setAttribute('variant', variant);
  chat.setAttribute('push', '');
  void customElements.whenDefined('docs-assistant').then(() => chat.show());
}

/** A copy button on every block of code. */
if (navigator.clipboard) {
  for (const box of document.querySelectorAll('.code-box')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = root.dataset.copy;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(box.querySelector('code').textContent);
      button.textContent = root.dataset.copied;
      setTimeout(() => (button.textContent = root.dataset.copy), 1500);
    });
    box.prepend(button);
  }
}

/** The heading that is being read, marked in the list beside the page. */
const links = new Map(
  [...document.querySelectorAll('.toc a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
);
const headings = [...document.querySelectorAll('article :is(h2, h3)')].filter(({ id }) => links.has(id));

function markHeading() {
  const read = headings.findLast((heading) => heading.getBoundingClientRect().top < 140) ?? headings[0];
  for (const [id, link] of links) {
    if (id === read?.id) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

if (headings.length > 0) {
  document.addEventListener('scroll', markHeading, { passive: true });
  markHeading();
}
