import { isString, parseJson } from '../../../protocol/record.ts';

/**
 * Read the questions that the page suggests: `<meta name="docs-assistant:suggestions" content="How do I deploy?">`. Each element
 * has one question, or a JSON list of them.
 */
export function readStarterQuestions(): string[] {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="docs-assistant:suggestions"]');
  return [...metas].flatMap(({ content }) => {
    const list = parseJson(content);
    return Array.isArray(list) ? list.filter(isString) : content.trim() || [];
  });
}
