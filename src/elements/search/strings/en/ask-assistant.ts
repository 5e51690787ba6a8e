/** Interface strings of the way to the assistant, in English. */
export const askAssistantStrings = {
  ask: 'Ask the assistant',
} as const;
