import { isString, parseJson } from '../../../protocol/record.ts';
import { readNumber } from '../../shared/check-attributes.ts';
import type { AssistantSettings } from '../context.ts';
import { assistantLimits } from '../limits.ts';
import type { AssistantHost } from '../host.ts';

/** Read the attributes of the host that can be invalid. An invalid value is reported once and replaced by the default. */
export function createSettings(host: AssistantHost, warnOnce: (message: string) => void): AssistantSettings {
  return {
    get historyDays() {
      return readNumber(host, 'historyDays', warnOnce, assistantLimits);
    },
    get retrievalPageSize() {
      return readNumber(host, 'retrievalPageSize', warnOnce, assistantLimits);
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
}

/**
 * Read the questions that the page suggests: `<meta name="docs-assistant:suggestions" content="How do I deploy?">`. Each element
 * has one question, or a JSON list of them.
 */
function readStarterQuestions(): string[] {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="docs-assistant:suggestions"]');
  return [...metas].flatMap(({ content }) => {
    const list = parseJson(content);
    return Array.isArray(list) ? list.filter(isString) : content.trim() || [];
  });
}
