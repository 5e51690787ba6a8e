import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { looksLikeQuestion } from '../../../src/state/search/looks-like-question.ts';

describe('a text looks like a question', () => {
  for (const text of [
    'install?',
    'how do I deploy',
    'How do I deploy? ',
    '“Is it free?”',
    '¿Cómo se instala',
    'كيف أثبت؟',
    'كيف أغير لون الموقع',
    'איך אני מתקין את זה',
    'Τι είναι αυτό\u037e',
    '怎么安装？',
    '如何更改主题颜色',
    'テーマの色を変える方法',
    'วิธีเปลี่ยนสีธีม',
    '테마 색상을 어떻게 바꾸나요',
    'Error: cannot find module lit',
  ])
    test(text, () => assert.equal(looksLikeQuestion(text), true));
});

describe('a text looks like words to look up', () => {
  for (const text of [
    '',
    'accent',
    'static search index',
    '--docs-accent-color',
    'docs-search-results-height',
    '/guide?tab=npm',
    'a?.b',
    'v2.0 - v3.0 / v4',
    'C++ | & ** ->',
    '主题颜色',
    'プロキシの設定',
    'テーマの色の変更',
    'アクセントカラー',
    '검색 색인 파일',
    'إعداد الخادم الوكيل',
  ])
    test(text, () => assert.equal(looksLikeQuestion(text), false));
});
