import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchLanguage } from '../../src/protocol/language-tag.ts';

const AVAILABLE = { de: true, he: true, pt: true, 'zh-Hans': true, 'zh-Hant': true };

for (const [tag, language] of [
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE_ch', 'de'],
  ['pt-BR', 'pt'],
  ['pt-PT', 'pt'],
  ['iw', 'he'],
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-MO', 'zh-Hant'],
  ['zh-Hant-CN', 'zh-Hant'],
  ['zh-u-co-stroke', 'zh-Hans'],
  ['nl', undefined],
  ['den', undefined],
  ['constructor', undefined],
  ['', undefined],
  ['not a tag', undefined],
] as const) {
  test(`the language tag "${tag}" asks for ${language ?? 'none of them'}`, () => {
    assert.equal(matchLanguage(tag, AVAILABLE), language);
  });
}
