import type { Insights } from '../../src/protocol/api.ts';

const LAST = { lastDay: '2026-11-24' };
const V2_ENGLISH = { version: 'v2', language: 'en' };

export const INSIGHTS: Insights = {
  since: '2026-10-26',
  until: '2026-11-24',
  retentionDays: 90,
  minimumCount: 3,
  versions: ['v2', 'v1'],
  languages: ['en', 'de'],
  totals: {
    questions: 1240,
    refused: 14,
    uncertain: 9,
    searches: 12_900,
    searchesWithoutResult: 60,
    helpful: 40,
    notHelpful: 7,
    follows: 310,
  },
  missing: [
    { kind: 'question', reason: 'refused', text: 'how do i rotate keys', ...V2_ENGLISH, count: 12, ...LAST },
    { kind: 'search', reason: 'no-result', text: '=cmd|calc', ...V2_ENGLISH, count: 7, ...LAST },
    {
      kind: 'question',
      reason: 'not-helpful',
      text: 'wie richte ich den proxy hinter einem lastverteiler ein, wenn die seite auf zwei rechnern ausgeliefert wird und beide denselben zähler brauchen',
      version: 'v1',
      language: 'de',
      count: 3,
      ...LAST,
    },
    {
      kind: 'search',
      reason: 'no-result',
      text: 'תיעוד בעברית',
      version: null,
      language: null,
      count: 3,
      ...LAST,
    },
  ],
  questions: [
    { text: 'how do i install it', ...V2_ENGLISH, count: 90, ...LAST },
    { text: 'how do i rotate keys', ...V2_ENGLISH, count: 12, ...LAST },
  ],
  searches: [{ text: 'install', ...V2_ENGLISH, count: 1200, ...LAST }],
  pages: [
    { path: '/guides/install', title: 'Install', ...V2_ENGLISH, follows: 44, helpful: 3, notHelpful: 1 },
    {
      path: '/a/path/that/is/much/longer/than/its/line/and/has/no/title',
      version: null,
      language: null,
      follows: 2,
      helpful: 0,
      notHelpful: 0,
    },
  ],
  reports: [],
};

export const NO_INSIGHTS: Insights = {
  ...INSIGHTS,
  versions: [],
  languages: [],
  totals: {
    questions: 0,
    refused: 0,
    uncertain: 0,
    searches: 0,
    searchesWithoutResult: 0,
    helpful: 0,
    notHelpful: 0,
    follows: 0,
  },
  missing: [],
  questions: [],
  searches: [],
  pages: [],
  reports: [],
};
