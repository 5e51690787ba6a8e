import { AssistantHarness, type AssistantSetup } from '../assistant-harness.ts';
import type { Scene } from './scene.ts';

/** A state of the assistant, and how a reader gets to it. */
export function scene(
  name: string,
  setup: AssistantSetup,
  reach: (assistant: AssistantHarness) => Promise<unknown>,
): Scene {
  return {
    name,
    async open(attributes) {
      const assistant = await AssistantHarness.open({
        ...setup,
        attributes: { ...setup.attributes, ...attributes },
      });
      await reach(assistant);
      await assistant.settle();
      return assistant;
    },
  };
}

/** An answer that has ended, with what stands below it. */
export function answered(
  name: string,
  reply: NonNullable<AssistantSetup['replies']>[number],
  question = 'How?',
): Scene {
  return scene(name, { replies: [reply] }, async (assistant) => {
    await assistant.ask(question);
    await assistant.until(() => assistant.find('[part=edit]') !== null);
  });
}

/** Make a kept conversation older, the newest being 0, and give it a name. */
export function moveConversation(index: number, { days = 0, name = '' }): void {
  const key = Object.keys(localStorage).find((kept) => kept.endsWith(':history'))!;
  const list = JSON.parse(localStorage.getItem(key)!) as { askedAt: number; name?: string }[];
  const thread = list[index]!;
  thread.askedAt -= days * 86_400_000;
  if (name) thread.name = name;
  localStorage.setItem(key, JSON.stringify(list));
}
