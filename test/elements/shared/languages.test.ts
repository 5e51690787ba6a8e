import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import { AssistantHarness, answer, drawn } from '../../support/assistant-harness.ts';
import { SearchHarness, SECTIONS, answer as results, refusal } from '../../support/search-harness.ts';

function directionOf(element: Element | null): string {
  return element ? getComputedStyle(element).direction : '';
}

/** A text without white space and commas, which differ between versions of the tables of languages. */
function squeeze(text: string): string {
  return text.replace(/[\s,]/g, '');
}

function middleOf(element: Element | null): number {
  const { left, right } = element!.getBoundingClientRect();
  return (left + right) / 2;
}

/** Return the Japanese words that a line ends within. */
function brokenWords(element: Element): string[] {
  const node = [...element.childNodes].find(
    (child): child is Text => child instanceof Text && child.data.trim() !== '',
  )!;
  const topOf = (offset: number): number => {
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    return range.getBoundingClientRect().top;
  };
  return [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(node.data)]
    .filter(({ segment, index }) => topOf(index) !== topOf(index + segment.length - 1))
    .map(({ segment }) => segment);
}

describe('languages of the interface', () => {
  afterEach(() => {
    AssistantHarness.reset();
    SearchHarness.reset();
  });

  it('names launcher and box in the language of the page before anything else is loaded', async () => {
    document.documentElement.lang = 'ja';
    const assistant = await AssistantHarness.open();
    await assistant.until(() => assistant.text('[part=launcher]') === 'AI に質問');
    const search = await SearchHarness.open();
    await search.until(() => search.input.getAttribute('aria-label') === '検索');
    document.documentElement.lang = 'zh-HK';
    await assistant.until(() => assistant.text('[part=launcher]') === '詢問 AI');
    await search.until(() => search.input.placeholder === '搜尋');
    document.documentElement.lang = 'de';
    await assistant.until(() => assistant.text('[part=launcher]') === 'KI fragen');
    document.documentElement.lang = 'en';
    await search.until(() => search.input.placeholder === 'Search');
  });

  it('changes everything that is open, with the language of the element or of what is around it', async () => {
    const assistant = await AssistantHarness.answered({ replies: [answer('Yes.')] });
    assistant.element.lang = 'ru';
    await assistant.until(() => assistant.text('[part=heading]') === 'Вопрос по документации');
    expect(assistant.find('[part=panel]')!.lang).to.equal('ru');
    await assistant.until(() => assistant.text('[part=launcher]') === 'Спросить ИИ');
    assistant.element.lang = 'ko-KR';
    await assistant.until(() => assistant.text('[part=heading]') === '문서에 질문하기');
    assistant.element.removeAttribute('lang');
    await assistant.until(() => assistant.text('[part=heading]') === 'Ask the docs');
    document.body.lang = 'pt-BR';
    await assistant.until(() => assistant.text('[part=heading]') === 'Perguntar à documentação');
    document.body.removeAttribute('lang');
    await assistant.until(() => assistant.text('[part=launcher]') === 'Ask AI');
  });

  it('breaks lines of Japanese between its words, where the browser can', async () => {
    document.documentElement.lang = 'ja';
    const welcome = '回答はこのドキュメントに基づいており、根拠となるページへのリンクが付いています。';
    const assistant = await AssistantHarness.show({ attributes: { welcome } });
    await assistant.until(() => assistant.text('[part=heading]') === 'ドキュメントに質問');
    const introduction = assistant.find('.greeting')!;
    if (CSS.supports('word-break', 'auto-phrase')) expect(brokenWords(introduction)).to.deep.equal([]);
  });

  for (const [tag, found] of [
    ['zh', '2 个结果'],
    ['zh-SG', '2 个结果'],
    ['zh-TW', '2 個結果'],
    ['zh-MO', '2 個結果'],
    ['it-CH', '2 risultati'],
    ['ru', '2 результата'],
    ['he', '2 תוצאות'],
    ['ar-EG', 'نتيجتان'],
    ['nl', '2 results'],
    ['no tag at all', '2 results'],
  ] as const) {
    it(`counts in the plural forms of "${tag}"`, async () => {
      document.documentElement.lang = tag;
      const search = await SearchHarness.open({ replies: [SECTIONS.slice(0, 2)] });
      await search.search('middleware');
      await search.until(() => search.text('[part=count]') === found);
    });
  }

  for (const [tag, found] of [
    ['de', 'Erneut suchen in 1 Stunde, 30 Minuten'],
    ['ja', '1 時間30 分後にもう一度検索'],
    ['ru', 'До нового поиска: 1 час 30 минут'],
    ['zh-TW', '1 小時30 分鐘後重新搜尋'],
    // The sentence is English there, and so are its units.
    ['nl', 'Search again in 1 hour 30 minutes'],
  ] as const) {
    it(`writes a wait in the words of "${tag}"`, async () => {
      document.documentElement.lang = tag;
      const search = await SearchHarness.open({ replies: [refusal(429, { 'retry-after': '5400' })] });
      search.type('middleware');
      await search.until(() => squeeze(search.text('[part=retry]')) === squeeze(found));
    });
  }

  it('writes numbers as the language does', async () => {
    document.documentElement.lang = 'ar-EG';
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    await search.search('middleware');
    await search.until(() => search.text('[part=count]') === '٣ نتائج');
    document.documentElement.lang = 'ar-EG-u-nu-latn';
    await search.until(() => search.text('[part=count]') === '3 نتائج');
    document.documentElement.lang = 'en-u-nu-arab';
    await search.until(() => search.text('[part=count]') === '٣ results');
  });

  it('writes a small number in English without a number format, which takes long to load', async () => {
    document.documentElement.lang = 'en-GB';
    const search = await SearchHarness.open({ replies: [SECTIONS] });
    const { prototype } = Number;
    const { toLocaleString } = prototype;
    const formatted: number[] = [];
    prototype.toLocaleString = function (this: number, ...options) {
      formatted.push(this);
      return toLocaleString.apply(this, options);
    };
    try {
      await search.search('middleware');
      await search.until(() => search.text('[part=count]') === '3 results');
      expect(formatted).not.to.include(3);
    } finally {
      prototype.toLocaleString = toLocaleString;
    }
  });

  it('takes the forms of a language that is not bundled from the page', async () => {
    document.documentElement.lang = 'pl';
    const search = await SearchHarness.open({
      replies: [SECTIONS],
      prepare: (element) => {
        element.strings = { 'count.few': '{count} wyniki', 'count.many': '{count} wyników', label: 'Szukaj' };
      },
    });
    expect(search.input.placeholder).to.equal('Szukaj');
    await search.search('middleware');
    await search.until(() => search.text('[part=count]') === '3 wyniki');
  });

  for (const lang of ['ar', 'he']) {
    it(`runs from right to left in "${lang}", also where the page does not say so`, async () => {
      document.documentElement.lang = lang;
      const assistant = await AssistantHarness.show();
      await assistant.until(() => directionOf(assistant.find('[part=panel]')) === 'rtl');
      await assistant.until(() => assistant.find('[part=panel]')!.getAnimations().length === 0);
      await drawn();
      expect(middleOf(assistant.launcher)).to.be.lessThan(innerWidth / 2);
      expect(middleOf(assistant.find('[part=close]'))).to.be.lessThan(
        middleOf(assistant.find('[part=heading]')),
      );
      const search = await SearchHarness.open({ replies: [SECTIONS] });
      await search.search('middleware');
      await search.until(() => directionOf(search.find('.panel')) === 'rtl');
      expect(middleOf(search.find('.box svg'))).to.be.greaterThan(middleOf(search.input));
      document.documentElement.lang = 'en';
      await search.until(() => directionOf(search.find('.panel')) === 'ltr');
      await assistant.until(() => directionOf(assistant.find('[part=panel]')) === 'ltr');
    });
  }

  it('runs as the page says where that has a direction of its own', async () => {
    document.documentElement.lang = 'en';
    const assistant = await AssistantHarness.show({
      attributes: { lang: 'ar', dir: 'ltr' },
    });
    await assistant.until(() => assistant.text('[part=heading]') === 'اسأل الوثائق');
    expect(directionOf(assistant.find('[part=panel]'))).to.equal('ltr');
    assistant.element.removeAttribute('dir');
    document.documentElement.dir = 'ltr';
    assistant.element.lang = 'he';
    // Said of the page, not of what is in another language within it.
    await assistant.until(() => directionOf(assistant.find('[part=panel]')) === 'rtl');
  });

  for (const theme of ['light', 'dark']) {
    it(`is accessible in Arabic, ${theme}`, async () => {
      document.documentElement.lang = 'ar';
      document.documentElement.dir = 'rtl';
      const search = await SearchHarness.open({
        attributes: { theme, versions: 'v6,v5', languages: 'en,ar' },
        replies: [results(SECTIONS)],
      });
      await search.search('middleware');
      await search.until(() => search.text('[part=count]').includes('نتائج'));
      await expectAccessible(search.element);
      search.element.remove();
      const assistant = await AssistantHarness.answered({
        attributes: { theme },
        replies: [answer('نعم.', { sources: [{ path: 'v6/en/guides/middleware', title: 'Middleware' }] })],
      });
      await assistant.until(() => assistant.text('[part=sources]').includes('المصدر'));
      await assistant.settle();
      await expectAccessible(assistant.element);
    });
  }
});
