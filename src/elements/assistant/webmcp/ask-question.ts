import type { Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { pageLink } from '../../shared/links/page-link.ts';
import {
  failureSentence,
  filterOf,
  ToolRefusal,
  type PageToolCall,
  type ToolHost,
  type ToolPanel,
} from './tool-call.ts';

/** Milliseconds for which an answer is waited for. It goes on in the chat afterwards. */
const ANSWER_TIME = 120_000;

/** Ask in the chat, as the reader does. */
export async function askQuestion(panel: ToolPanel, call: PageToolCall): Promise<string> {
  const { question = '', signal } = call;
  const { host, conversation, actions } = panel;
  if (conversation.status === 'busy')
    throw new ToolRefusal('busy: The chat is writing an answer. Ask again when it has ended.');
  host.show();
  const answered = waitForAnswer(panel, signal);
  if (!actions.ask(question, { filter: filterOf(panel, call) }))
    throw new ToolRefusal('refused: The page does not take this question.');
  return describe(await answered, host);
}

/** Wait for the end of the next answer. @returns `null` if it takes too long */
function waitForAnswer(panel: ToolPanel, signal: AbortSignal): Promise<Turn | null> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = (turn: Turn | null): void => {
      ended.abort();
      resolve(turn);
    };
    const options = { signal: ended.signal };
    const takeTurn = (): void => end(panel.conversation.turns.at(-1) ?? null);
    panel.host.addEventListener('docs-assistant-answered', takeTurn, options);
    for (const late of [signal, AbortSignal.timeout(ANSWER_TIME)])
      late.addEventListener('abort', () => end(null), options);
  });
}

function describe(turn: Turn | null, host: ToolHost): string {
  if (!turn) throw new ToolRefusal('timeout: The answer is still being written. It will stand in the chat.');
  const { answer } = turn;
  const { failure, status, note, sources, asked = '' } = answer;
  const text = `${answer.text}\n\n${asked}`.trim();
  if (failure && !text) throw new ToolRefusal(failureSentence(failure));
  if (!text)
    throw new ToolRefusal(
      `${status}: There is no answer. Put the question in other words, or use search_docs.`,
    );
  const lines = sources.map(
    ({ path, title }, index) => `${index + 1}. ${title} ${pageLink(path, host)?.href ?? path}`,
  );
  return [
    text,
    status !== 'done' && `[The answer is not whole: ${status}.]`,
    note === 'uncertain' && '[The documentation may not answer this question.]',
    lines.length > 0 && `Sources:\n${lines.join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}
