/** Interface strings of the way to the assistant, in English. */
export const askStrings = {
  ask: 'Ask the assistant',
} as const;
