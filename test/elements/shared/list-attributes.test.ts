import { expect } from '@open-wc/testing';
import { AssistantHarness } from '../../support/assistant-harness.ts';
import { SearchHarness } from '../../support/search-harness.ts';

/** Opens an element, with lists as attributes, or as the text of properties. */
const OPENERS = {
  'docs-search': async (attributes: Record<string, string>, properties: object = {}) => {
    const search = await SearchHarness.open({
      attributes,
      prepare: (element) => void Object.assign(element, properties),
    });
    await search.element.show();
    await search.until(() => search.isOpen);
    return search.element;
  },
  'docs-assistant': async (attributes: Record<string, string>, properties: object = {}) => {
    const assistant = await AssistantHarness.show({
      attributes,
      prepare: (element) => void Object.assign(element, properties),
    });
    return assistant.element;
  },
};

describe('attributes that are lists', () => {
  const { warn } = console;
  let warnings: string[];

  beforeEach(() => {
    warnings = [];
    console.warn = (message: string) => warnings.push(message);
  });
  afterEach(() => {
    console.warn = warn;
    SearchHarness.reset();
    AssistantHarness.reset();
  });

  for (const [tag, open] of Object.entries(OPENERS))
    for (const name of ['versions', 'languages'] as const) {
      for (const [text, list] of [
        ['en, de', ['en', 'de']],
        ['["en", "de"]', ['en', 'de']],
        ['["2.0 beta", 1]', ['2.0 beta', '1']],
        ['[]', []],
        ['', []],
      ] as const) {
        it(`${tag}: reads ${name} from ${text || 'an empty text'}, set as an attribute or as a property`, async () => {
          expect((await open({ [name]: text }))[name]).to.deep.equal(list);
          expect((await open({}, { [name]: text }))[name]).to.deep.equal(list);
          expect(warnings).to.deep.equal([]);
        });
      }

      it(`${tag}: reads the words of ${name} in broken JSON, and warns once`, async () => {
        const element = await open({ [name]: '["en", "de"' });
        element.requestUpdate();
        await element.updateComplete;
        expect(element[name]).to.deep.equal(['en', 'de']);
        expect(warnings).to.deep.equal([`<${tag}>: ${name} ["en", "de" is no JSON list.`]);
      });

      it(`${tag}: has none when ${name} is unset by its property`, async () => {
        const element = await open({ [name]: 'en' });
        Object.assign(element, { [name]: undefined });
        await element.updateComplete;
        expect(element[name]).to.deep.equal([]);
      });
    }

  it('docs-assistant: suggests the questions of a JSON list, set as an attribute or as a property', async () => {
    const suggestions = '["How, and why?", "When?"]';
    for (const setup of [
      { attributes: { suggestions } },
      { prepare: (element: object) => void Object.assign(element, { suggestions }) },
    ]) {
      const assistant = await AssistantHarness.show(setup);
      expect(assistant.texts('.suggestions button')).to.deep.equal(['How, and why?', 'When?']);
    }
    expect(warnings).to.deep.equal([]);
  });

  it('docs-assistant: suggests nothing from broken JSON, warns once, and answers', async () => {
    const assistant = await AssistantHarness.show({ attributes: { suggestions: '["How?"' } });
    await assistant.type('A question');
    expect(assistant.find('[part=suggestion]') === null).to.equal(true);
    expect(warnings).to.deep.equal(['<docs-assistant>: suggestions is no JSON list of questions.']);
  });
});
