/** Interface strings of the offer to talk to a person, in English. */
export const handoffStrings = {
  handoff: 'Talk to a person',
};
