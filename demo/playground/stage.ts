import { h } from 'hastscript';
import { toHtml } from 'hast-util-to-html';
import type { Page } from '../documentation.ts';
import { STATIC_POLICY } from '../content-security-policy.ts';
import { sourceOf, type SiteOptions } from '../layout.ts';
import { playgroundWords } from './words.ts';

/** Name of the page in the frame of the playground, below the address of that. */
export const STAGE = 'stage';

/** Draw the page of somebody's site that the playground shows both elements in. `assets/playground.js` sets their attributes. */
export function drawStage({ language }: Page, options: SiteOptions): string {
  const { title, site, heading, lead, next, text, code } = playgroundWords(language).stage;
  const html = h('html', { lang: language || 'en' }, [
    h('head', [
      h('meta', { charSet: 'utf-8' }),
      options.index === undefined
        ? null
        : h('meta', { httpEquiv: 'content-security-policy', content: STATIC_POLICY }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('title', title),
      // What is followed leaves the playground as it is.
      h('base', { target: '_blank' }),
      h('link', { rel: 'stylesheet', href: '/assets/stage.css' }),
      h('script', { type: 'module', src: '/cdn/docs-assistant.js' }),
    ]),
    h('body', [
      h('header', [h('strong', site), h('docs-search', sourceOf(options))]),
      h('main', [
        h('h1', heading),
        h('p.lead', lead),
        h('pre', { tabIndex: 0 }, h('code', code)),
        h('h2', next),
        h('p', text),
      ]),
      h('docs-assistant', sourceOf(options)),
    ]),
  ]);
  return `<!doctype html>\n${toHtml(html)}\n`;
}
