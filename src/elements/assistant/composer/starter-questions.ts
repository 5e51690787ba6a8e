import { isString, parseJson } from '../../../protocol/record.ts';

/**
 * The questions that a page offers by itself: `<meta name="docs-assistant:suggestions" content="How do I deploy?">`, one in each
 * or a JSON list of them.
 */
export function readStarterQuestions(): string[] {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="docs-assistant:suggestions"]');
  return [...metas].flatMap(({ content }) => {
    const list = parseJson(content);
    return Array.isArray(list) ? list.filter(isString) : content.trim() || [];
  });
}
