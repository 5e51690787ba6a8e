import type { Element, ElementContent, Properties } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h, s } from 'hastscript';
import { STATIC_POLICY } from './content-security-policy.ts';
import type { Documentation, Page } from './documentation.ts';
import type { Article, Heading } from './render.ts';
import { wordsFor, type Words } from './words.ts';

/** What the pages say about the site and the elements in them. */
export interface SiteOptions {
  readonly name: string;
  /** The domain identifier that the elements ask for. */
  readonly domain: string;
  /** Base address of the proxy. */
  readonly endpoint: string;
  /** Address of a static index: the elements read it, and there is no proxy. */
  readonly index?: string;
  /** Address of a page as Markdown, a template of `<docs-page-actions>`. Default: beside the page. */
  readonly markdownUrl?: string;
  /** Address of the MCP server, if there is one. */
  readonly mcp?: string;
  /** Whether no language model answers: the pages speak of no AI. */
  readonly withoutModel?: boolean;
  /** Version that is called a preview on its pages. */
  readonly preview?: string;
  /** Path below version and language of the page with the playground. */
  readonly playground?: string;
}

const languageNames: Record<string, string> = { en: 'English', de: 'Deutsch', ja: '日本語', fr: 'Français' };

/** Return the attributes that say what the elements search and ask. */
export function sourceOf({
  endpoint,
  domain,
  index,
}: Pick<SiteOptions, 'endpoint' | 'domain' | 'index'>): Properties {
  return index === undefined ? { endpoint, domain } : { index };
}

/** What a page loads besides the script and the style sheet of the site. */
interface Scripts {
  readonly bundles?: readonly ('docs-assistant' | 'page-actions' | 'page-feedback' | 'admin')[];
  /** Script and style sheet of one page that has more than an article. */
  readonly extra?: 'playground' | 'showcase';
}

export class Layout {
  readonly #documentation: Documentation;
  readonly #options: SiteOptions;

  constructor(documentation: Documentation, options: SiteOptions) {
    this.#documentation = documentation;
    this.#options = options;
  }

  /**
   * @param playground drawn below the article
   * @param showcase drawn above the text of the article
   */
  page(
    page: Page,
    article: Article,
    { playground, showcase }: { playground?: Element | null; showcase?: Element | null } = {},
  ): string {
    const words = wordsFor(page.language);
    const title = page.title;
    return this.#document(
      page,
      words,
      title,
      [
        h('div.columns', { className: playground ? ['wide'] : [] }, [
          this.#navigation(page, words),
          h('main#content', { tabIndex: -1 }, [
            this.#previewNotice(page, words),
            h('article', [
              page.section && h('p.eyebrow', page.section),
              h('h1', title),
              page.description && h('p.lead', page.description),
              h('docs-page-actions', { 'markdown-url': this.#options.markdownUrl, mcp: this.#options.mcp }),
              showcase,
              ...(article.tree.children as ElementContent[]),
            ]),
            playground,
            this.#feedback(),
            this.#neighbours(page, words),
          ]),
          playground ? null : onThisPage(article.headings, words),
        ]),
      ],
      {
        bundles: ['docs-assistant', 'page-actions', 'page-feedback'],
        ...(playground && { extra: 'playground' as const }),
        ...(showcase && { extra: 'showcase' as const }),
      },
    );
  }

  /** The page for the people who maintain the documentation. `page` gives its surroundings. */
  operator(page: Page): string {
    const words = wordsFor(page.language);
    const { title, lead, steps, access } = words.operator;
    const { endpoint, domain } = this.#options;
    const admin = { endpoint, 'project-id': domain };
    return this.#document(
      page,
      words,
      title,
      [
        h('div.columns.wide', [
          this.#navigation(page, words, null),
          h('main#content', { tabIndex: -1 }, [
            h('article', [
              h('h1', [title, ' ', h('docs-deployment', { ...admin, variant: 'badge' })]),
              h('p.lead', lead),
              h('docs-deployment', admin),
              h('docs-agent-jobs', { ...admin, 'poll-interval': 3000 }),
              h('docs-insights', admin),
              h('h2', words.operator.try),
              h(
                'ol',
                steps.map((step) => h('li', step)),
              ),
              h('p', access),
            ]),
          ]),
        ]),
      ],
      { bundles: ['admin'] },
    );
  }

  /** `page` gives the surroundings of a page that does not exist. */
  notFound(page: Page): string {
    const words = wordsFor(page.language);
    return this.#document(page, words, words.notFound, [
      h('div.columns', [
        this.#navigation(page, words, null),
        h('main#content', { tabIndex: -1 }, [
          h('article', [
            h('p.eyebrow', '404'),
            h('h1', words.notFound),
            h('p.lead', words.notFoundHint),
            h('p', h('a', { href: '/' }, words.home)),
          ]),
        ]),
      ]),
    ]);
  }

  #document(
    page: Page,
    words: Words,
    title: string,
    body: ElementContent[],
    { bundles = ['docs-assistant'], extra }: Scripts = {},
  ): string {
    const hasElements = bundles.includes('docs-assistant');
    const { name, index } = this.#options;
    const { versions, languages } = this.#documentation;
    const shared = {
      ...sourceOf(this.#options),
      versions: versions.join(','),
      languages: languages.join(','),
      'link-base': '/',
      insights: index === undefined,
    };
    const html = h('html', { lang: page.language || 'en' }, [
      h('head', [
        h('meta', { charSet: 'utf-8' }),
        // A file server sends no header of ours.
        index === undefined
          ? null
          : h('meta', { httpEquiv: 'content-security-policy', content: STATIC_POLICY }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('title', title === name ? name : `${title} · ${name}`),
        page.description && h('meta', { name: 'description', content: page.description }),
        page.version && h('meta', { name: 'docsearch:version', content: page.version }),
        page.language && h('meta', { name: 'docsearch:language', content: page.language }),
        ...Object.entries({
          'og:type': 'website',
          'og:site_name': name,
          'og:title': title,
          'og:description': page.description,
          ...(this.#options.playground !== undefined && { 'og:image': '/assets/card.png' }),
        }).map(([property, content]) => (content ? h('meta', { property, content }) : null)),
        h('link', { rel: 'icon', href: '/assets/icon.svg', type: 'image/svg+xml' }),
        h('link', { rel: 'stylesheet', href: '/assets/site.css' }),
        h('script', { src: '/assets/theme.js' }),
        h('script', { type: 'module', src: '/assets/site.js' }),
        ...bundles.map((bundle) => h('script', { type: 'module', src: `/cdn/${bundle}.js` })),
        index === undefined ? null : h('script', { src: '/docs-offline.js', defer: true }),
        extra && h('link', { rel: 'stylesheet', href: `/assets/${extra}.css` }),
        extra && h('script', { type: 'module', src: `/assets/${extra}.js` }),
      ]),
      h('body', [
        h('a.skip', { href: '#content' }, words.skip),
        h('header.site', [
          h(
            'button.nav-toggle',
            { type: 'button', ariaExpanded: 'false', ariaControls: 'pages', ariaLabel: words.menu },
            menuIcon(),
          ),
          h('a.brand', { href: '/' }, [brandIcon(), h('span', name)]),
          hasElements ? h('docs-search', shared) : h('span.push'),
          h('div.switches', [
            ...this.#menus(page, words),
            h(
              'button.theme',
              {
                type: 'button',
                dataLabel: words.theme,
                dataAuto: words.themes.auto,
                dataLight: words.themes.light,
                dataDark: words.themes.dark,
                ariaLabel: words.theme,
              },
              themeIcon(),
            ),
          ]),
        ]),
        ...body,
        hasElements
          ? h('docs-assistant', {
              ...shared,
              ...(index === undefined && { 'feedback-endpoint': this.#feedbackEndpoint }),
              mask: true,
              'without-model': this.#options.withoutModel === true,
              ...(this.#options.preview !== undefined && { suggestions: JSON.stringify(words.suggestions) }),
            })
          : null,
      ]),
    ]);
    html.properties.dataCopy = words.copy;
    html.properties.dataCopied = words.copied;
    return `<!doctype html>\n${toHtml(html)}\n`;
  }

  /** To the same page in another version and in another language. */
  #menus(page: Page, words: Words): (Element | null)[] {
    const { versions, languages } = this.#documentation;
    return [
      this.#menu(
        words.version,
        page.version,
        versions,
        (version) => version,
        (version) =>
          this.#documentation.counterpart(page, version, page.language) ??
          this.#documentation.counterpart(page, version, languages[0] ?? ''),
      ),
      this.#menu(
        words.language,
        page.language,
        languages,
        (code) => languageNames[code] ?? code,
        (language) => this.#documentation.counterpart(page, page.version, language),
      ),
    ];
  }

  #menu(
    label: string,
    current: string,
    choices: readonly string[],
    name: (choice: string) => string,
    target: (choice: string) => Page | undefined,
  ): Element | null {
    if (choices.length < 2) return null;
    return h('details.menu', [
      h('summary', { ariaLabel: `${label}: ${name(current)}` }, name(current)),
      h(
        'ul',
        choices.map((choice) => {
          const page = target(choice);
          return (
            page &&
            h(
              'li',
              h(
                'a',
                { href: `/${page.path}`, ariaCurrent: choice === current ? 'true' : undefined },
                name(choice),
              ),
            )
          );
        }),
      ),
    ]);
  }

  #siblings(page: Page): Page[] {
    return this.#documentation.pages.filter(
      (other) => other.version === page.version && other.language === page.language,
    );
  }

  /** The pages in the version and language of `page`. */
  #navigation(page: Page, words: Words, current: Page | null = page): Element {
    const sections = Map.groupBy(this.#siblings(page), ({ section }) => section);
    const lists = [...sections].map(([section, pages]) => {
      const list = h(
        'ul',
        pages.map((item) =>
          h(
            'li',
            h('a', { href: `/${item.path}`, ariaCurrent: item === current ? 'page' : undefined }, item.title),
          ),
        ),
      );
      if (section === '') return list;
      // A folder with many sections shows the one open that the reader is in.
      const open = sections.size <= 8 || section === current?.section;
      return h('details', { open }, [h('summary', section), list]);
    });
    return h('nav#pages', { ariaLabel: words.menu }, [h('div.switches', this.#menus(page, words)), ...lists]);
  }

  #previewNotice(page: Page, words: Words): Element | null {
    const { preview } = this.#options;
    const [current] = this.#documentation.versions;
    if (preview === undefined || page.version !== preview || current === undefined) return null;
    const there = this.#documentation.counterpart(page, current, page.language);
    return h('p.notice', { role: 'note' }, [
      words.preview,
      ' ',
      there && h('a', { href: `/${there.path}` }, words.toCurrent),
    ]);
  }

  /** Ask whether the page was helpful, where somebody can be told. */
  #feedback(): Element | null {
    const { domain, index } = this.#options;
    if (index !== undefined) return null;
    return h('docs-page-feedback', { domain, 'feedback-endpoint': this.#feedbackEndpoint, mask: true });
  }

  /** Where ratings are counted, for the operator's page. */
  get #feedbackEndpoint(): string {
    const { domain, endpoint } = this.#options;
    return `${endpoint}/v1/insights/${domain}/feedback`;
  }

  #neighbours(page: Page, words: Words): Element {
    const pages = this.#siblings(page);
    const index = pages.indexOf(page);
    const link = (to: Page | undefined, kind: 'previous' | 'next') =>
      to &&
      h(`a.${kind}`, { href: `/${to.path}`, rel: kind === 'previous' ? 'prev' : 'next' }, [
        h('small', words[kind]),
        to.title,
      ]);
    return h('nav.neighbours', { ariaLabel: `${words.previous}, ${words.next}` }, [
      link(pages[index - 1], 'previous'),
      link(pages[index + 1], 'next'),
    ]);
  }
}

function onThisPage(headings: readonly Heading[], words: Words): Element | null {
  if (headings.length < 2) return null;
  return h('aside.toc', [
    h('nav', { ariaLabel: words.onThisPage }, [
      h('h2', words.onThisPage),
      h(
        'ul',
        headings.map(({ id, text, level }) =>
          h('li', { className: [`level-${level}`] }, h('a', { href: `#${id}` }, text)),
        ),
      ),
    ]),
  ]);
}

function icon(...paths: string[]): Element {
  return s(
    'svg',
    {
      viewBox: '0 0 24 24',
      width: 20,
      height: 20,
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 1.75,
      ariaHidden: 'true',
    },
    paths.map((d) => s('path', { d, strokeLinecap: 'round', strokeLinejoin: 'round' })),
  );
}

const menuIcon = () => icon('M4 7h16M4 12h16M4 17h10');
const themeIcon = () => icon('M12 3a9 9 0 1 0 0 18Z', 'M12 3a9 9 0 0 1 0 18');
const brandIcon = () =>
  icon(
    'M4 5.5A1.5 1.5 0 0 1 5.5 4h13A1.5 1.5 0 0 1 20 5.5v9a1.5 1.5 0 0 1-1.5 1.5H12l-4.5 4v-4h-2A1.5 1.5 0 0 1 4 14.5Z',
    'M8 8.5h8M8 11.5h5',
  );
