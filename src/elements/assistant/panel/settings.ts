import { DEFAULT_RETRIEVAL_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../protocol/api.ts';
import { isString, parseJson } from '../../../protocol/record.ts';
import { DEFAULT_HISTORY_DAYS } from '../../../state/archive/thread-content.ts';
import { readStarterQuestions } from '../composer/starter-questions.ts';
import type { Settings } from '../context.ts';
import type { AssistantHost } from '../host.ts';

/** Maximum of `historyDays`. */
const MAX_HISTORY_DAYS = 365;

/** Read the attributes of the host that can be invalid. An invalid value is reported once and replaced by the default. */
export function createSettings(host: AssistantHost, warnOnce: (message: string) => void): Settings {
  return {
    get historyDays() {
      return readNumber('historyDays', MAX_HISTORY_DAYS, DEFAULT_HISTORY_DAYS);
    },
    get retrievalPageSize() {
      return readNumber('retrievalPageSize', MAX_PAGE_SIZE, DEFAULT_RETRIEVAL_PAGE_SIZE);
    },
    get suggestions() {
      const { suggestions } = host;
      // Templates of Vue set an attribute as a property.
      const list = isString(suggestions) ? parseJson(suggestions) : suggestions;
      if (Array.isArray(list)) {
        const questions = list.filter(isString);
        return questions.length > 0 ? questions : readStarterQuestions();
      }
      warnOnce('suggestions is no JSON list of questions.');
      return [];
    },
  };

  function readNumber(name: 'retrievalPageSize' | 'historyDays', max: number, fallback: number): number {
    const value = host[name];
    if (value >= 1 && value <= max) return Math.round(value);
    warnOnce(`${name} is not between 1 and ${max}.`);
    return fallback;
  }
}
