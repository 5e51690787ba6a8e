import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolveAnswerLink } from '../../src/protocol/answer-link.ts';

describe('a link of an answer', () => {
  const cases: [target: string, base: string, resolved: string | null][] = [
    ['/guide/intro#a', 'https://docs.example/docs/', 'https://docs.example/docs/guide/intro#a'],
    ['/docs/guide', 'https://docs.example/docs/', 'https://docs.example/docs/guide'],
    ['/docs', 'https://docs.example/docs/', 'https://docs.example/docs'],
    ['/docs', 'https://docs.example/docs/index.html', 'https://docs.example/docs'],
    ['/docsearch', 'https://docs.example/docs/', 'https://docs.example/docs/docsearch'],
    ['/guide', 'https://docs.example/', 'https://docs.example/guide'],
    ['guide', 'https://docs.example/docs/', 'https://docs.example/docs/guide'],
    ['docs/guide', 'https://docs.example/docs/', 'https://docs.example/docs/docs/guide'],
    ['./', 'https://docs.example/docs/', 'https://docs.example/docs/'],
    ['/./pricing', 'https://docs.example/docs/', 'https://docs.example/pricing'],
    ['/.//other.example/x', 'https://docs.example/docs/', 'https://docs.example//other.example/x'],
    ['/.hidden', 'https://docs.example/docs/', 'https://docs.example/docs/.hidden'],
    ['https://other.example/x', 'https://docs.example/docs/', 'https://other.example/x'],
    ['//other.example/x', 'https://docs.example/docs/', null],
    ['/\\other.example/x', 'https://docs.example/docs/', 'https://docs.example/docs/%5Cother.example/x'],
    ['\\\\other.example', 'https://docs.example/docs/', 'https://docs.example/docs/%5C%5Cother.example'],
    ['/.\\/other.example', 'https://docs.example/', 'https://docs.example/.%5C/other.example'],
    ['https:\\\\other.example', 'https://docs.example/', 'https://docs.example/%5C%5Cother.example'],
    ['https:\\\\other.example', 'http://docs.example/', null],
    ['https://docs.example\\@other.example', 'https://docs.example/', null],
    [
      'windows\\paths?a=\\b',
      'https://docs.example/docs/',
      'https://docs.example/docs/windows%5Cpaths?a=%5Cb',
    ],
    ['javascript:alert(1)', 'https://docs.example/docs/', null],
  ];
  for (const [target, base, resolved] of cases) {
    it(`to ${target} below ${base} leads ${resolved ?? 'nowhere'}`, () => {
      assert.equal(resolveAnswerLink(target, base), resolved);
    });
  }
});
