import { answer, AssistantHarness, drawn } from '../assistant-harness.ts';
import { loadModule } from '../late-module.ts';
import type { ScriptedReply } from '../reply-server.ts';

/** An answer as it streams in: each text is a piece of it. */
interface Announced {
  readonly name: string;
  readonly pieces: readonly string[];
  readonly sources?: readonly { readonly path: string; readonly title: string }[];
  /** Whether the server fails first, and the question is asked again. */
  readonly fails?: boolean;
}

/** Six typical answers, in the languages of the documentation. */
export const ANNOUNCED: Readonly<Record<'en' | 'de', readonly Announced[]>> = {
  en: [
    { name: 'A short sentence', pieces: ['Use **middleware** [1].'], sources: [{ path: 'a', title: 'A' }] },
    {
      name: 'Steps with code',
      pieces: [
        '1. Install the adapter:\n\n   ```sh\n   npx astro add node\n   ```\n',
        '2. Set the mode in `astro.config.mjs`.\n3. Build the site.',
      ],
    },
    {
      name: 'A table',
      pieces: [
        'There are two options:\n\n',
        '| Option | Default |\n|---|---|\n| mode | none |\n',
        '| host | localhost |\n',
      ],
    },
    {
      name: 'A list with links',
      pieces: ['## Read on\n\n- The [guide](/guide)\n- The [reference](/reference), with all options\n'],
    },
    {
      name: 'A long answer',
      pieces: [
        'The adapter runs on a host of yours.\n\nIt needs Node 22',
        ' or later.\n\nA proxy in front of it ends TLS.\n\n> Keep the',
        ' port closed.\n\nThat is all.',
      ],
    },
    { name: 'A failure, and another attempt', pieces: ['Use middleware.'], fails: true },
  ],
  de: [
    {
      name: 'Ein kurzer Satz',
      pieces: ['Nehmen Sie **Middleware** [1].'],
      sources: [{ path: 'a', title: 'A' }],
    },
    {
      name: 'Schritte mit Code',
      pieces: [
        '1. Installieren Sie den Adapter:\n\n   ```sh\n   npx astro add node\n   ```\n',
        '2. Setzen Sie den Modus in `astro.config.mjs`.\n3. Bauen Sie die Site.',
      ],
    },
    {
      name: 'Eine Tabelle',
      pieces: [
        'Es gibt zwei Optionen:\n\n',
        '| Option | Vorgabe |\n|---|---|\n| mode | keine |\n',
        '| host | localhost |\n',
      ],
    },
    {
      name: 'Eine Liste mit Links',
      pieces: [
        '## Weiterlesen\n\n- Die [Anleitung](/guide)\n- Die [Referenz](/reference) mit allen Optionen\n',
      ],
    },
    {
      name: 'Eine lange Antwort',
      pieces: [
        'Der Adapter läuft auf einem eigenen Server.\n\nEr braucht Node 22',
        ' oder neuer.\n\nEin Proxy davor beendet TLS.\n\n> Lassen Sie den',
        ' Port geschlossen.\n\nDas ist alles.',
      ],
    },
    { name: 'Ein Fehler und ein neuer Versuch', pieces: ['Nehmen Sie Middleware.'], fails: true },
  ],
};

const LIVE_REGIONS = '.panel [role=status], .panel [aria-live=polite]';

/** Record what the live regions of a panel announce. */
export function recordAnnouncements({ root }: AssistantHarness): string[] {
  const announced: string[] = [];
  new MutationObserver((records) => {
    const live = records.map(({ target }) =>
      (target instanceof Element ? target : target.parentElement)?.closest(LIVE_REGIONS),
    );
    for (const region of new Set(live)) {
      const text = region?.textContent.trim() ?? '';
      if (text !== '') announced.push(text);
    }
  }).observe(root, { subtree: true, childList: true, characterData: true });
  return announced;
}

/** Stream an answer, piece by piece, to a reader who has heard each portion when the next piece comes. @returns what is announced */
export async function announce({
  pieces,
  sources = [],
  fails = false,
}: Announced): Promise<readonly string[]> {
  const reply = answer(pieces, { held: true, sources });
  const failure: ScriptedReply = { status: 503 };
  const assistant = await AssistantHarness.show({ replies: fails ? [failure, reply] : [reply] });
  const announced = recordAnnouncements(assistant);
  if (fails) await assistant.ask('How?');
  const answered = assistant.heard('docs-assistant-answered');
  if (fails) await assistant.click('[part=retry]');
  else assistant.element.ask('How?');
  const { now } = Date;
  try {
    for (const [index] of pieces.entries()) {
      await assistant.release();
      await assistant.until(() => isDrawn(assistant, pieces[index]!));
      await loadModule('/src/elements/assistant/speech/answer-speech.ts');
      await drawn();
      await drawn();
      const heard = Date.now() + 60_000;
      Date.now = () => heard;
    }
    await assistant.release();
    await assistant.release();
    await answered;
    await assistant.until(() => announced.at(-1) === assistant.said);
  } finally {
    Date.now = now;
  }
  return announced;
}

/** Whether the end of a piece is drawn: its last word. */
function isDrawn(assistant: AssistantHarness, piece: string): boolean {
  const word = piece.match(/[\p{L}\d]+/gu)!.at(-1)!;
  return assistant.text('.prose').includes(word);
}
