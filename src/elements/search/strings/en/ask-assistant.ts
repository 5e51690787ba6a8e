/** Interface strings of the option that asks the assistant, in English. */
export const askAssistantStrings = {
  ask: 'Ask the assistant',
} as const;
