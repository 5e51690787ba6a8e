import { expect } from '@open-wc/testing';
import { cutSection, listSections } from '../../../src/elements/shared/page/cut-section.ts';

const PAGE = [
  '---',
  'title: Kiln',
  '# no heading',
  '---',
  '',
  '# Kiln',
  '',
  'About it.',
  '',
  '## Set up',
  '',
  '```sh',
  '# no heading',
  '~~~',
  '## none either',
  '```',
  '',
  '### On `Linux`',
  '',
  'With a wrench.',
  '',
  '## Use {#usage}',
  '',
  'Heat it.',
  '',
  'Errors',
  '------',
  '',
  'One.',
  '',
  '## Errors ##',
  '',
  'Two.',
].join('\n');

const cut = (id: string, heading?: string) =>
  cutSection(PAGE, { id, ...(heading !== undefined && { heading }) });

describe('cutSection', () => {
  it('cuts to a section and those below it, over the headings of code', () => {
    expect(cut('set-up')).to.match(/^## Set up\n[^]*## none either[^]*With a wrench\.$/);
    expect(cut('on-linux')).to.equal('### On `Linux`\n\nWith a wrench.');
    expect(cut('kiln')).to.match(/^# Kiln\n[^]*Two\.$/);
  });

  it('finds a section by the id that is written out, or by the words of its heading', () => {
    expect(cut('usage')).to.equal('## Use {#usage}\n\nHeat it.');
    expect(cut('section-7', 'Use')).to.equal('## Use {#usage}\n\nHeat it.');
    expect(cutSection('## A <a id="x"></a>\n\nText.', { id: 'x' })).to.match(/^## A/);
    expect(cut('_set_up')).to.match(/^## Set up/);
  });

  it('tells headings apart that say the same, and takes underlined ones', () => {
    expect(cut('errors')).to.equal('Errors\n------\n\nOne.');
    expect(cut('errors-1')).to.equal('## Errors ##\n\nTwo.');
    expect(cut('errors-1', 'Errors')).to.equal('## Errors ##\n\nTwo.');
    // No heading ends in a number of its own.
    expect(cut('errors-2')).to.equal(null);
    expect(cutSection('## Step 2\n\nText.', { id: 'step-2' })).to.equal('## Step 2\n\nText.');
  });

  it('reads ids with escapes, other scripts and letters of full width', () => {
    expect(cutSection('## Größe\n\nA.', { id: 'gr%C3%B6%C3%9Fe' })).to.equal('## Größe\n\nA.');
    expect(cutSection('## 釉薬\n\nA.', { id: '釉薬' })).to.equal('## 釉薬\n\nA.');
    expect(cutSection('## ＡＢＣ\n\nA.', { id: 'abc' })).to.equal('## ＡＢＣ\n\nA.');
    expect(cutSection('## A\n\nA.', { id: '%E0%A4%A' })).to.equal(null);
  });

  it('compares the text of links, not their addresses', () => {
    expect(cutSection('## The [oven](https://example.com/x)\n\nA.', { id: 'the-oven' })).to.match(/^## The/);
  });

  it('has lines of Windows, an open fence, and no front matter where that has no end', () => {
    expect(cutSection('# A\r\n\r\nText.\r\n# B\r\n', { id: 'a' })).to.equal('# A\n\nText.');
    expect(cutSection('# A\n\n```\n# B\n', { id: 'b' })).to.equal(null);
    expect(cutSection('---\n\n# A\n\nText.', { id: 'a' })).to.equal('# A\n\nText.');
  });

  it('finds nothing in a page without the section, and costs no more than the page is long', () => {
    expect(cut('missing')).to.equal(null);
    expect(cutSection('', { id: 'a' })).to.equal(null);
    for (const long of ['[](', '{#', '<', '#', '](']) {
      const text = `# ${long.repeat(100_000)}\n\n## A\n\nText.`;
      expect(cutSection(text, { id: 'a' })).to.equal('## A\n\nText.');
    }
  });

  it('names the sections of a page', () => {
    expect(listSections(PAGE)).to.deep.equal([
      ...['Kiln', 'Set up', 'On `Linux`', 'Use {#usage}', 'Errors', 'Errors'],
    ]);
    expect(listSections('#no heading\n\n####### none\n\n#\n')).to.deep.equal(['']);
  });
});
