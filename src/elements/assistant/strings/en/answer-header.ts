/** Interface strings of the header of an answer, in English. */
export const answerHeaderStrings = {
  searching: 'Searching for “{query}” …',
  searchingUnnamed: 'Searching the documentation …',
  searched: 'Searched for “{query}”',
  searchedUnnamed: 'Searched the documentation',
  usingTool: 'Using “{tool}” …',
  usedTool: 'Used “{tool}”',
  stepFailed: 'Did not succeed: “{step}”',
  reasoning: 'Reasoning',
  threadLost: 'The earlier conversation has expired. The assistant answers without knowing it.',
};
