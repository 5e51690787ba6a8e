/** Interface strings of steps other than successful searches, in English. */
export const toolStepsStrings = {
  usingTool: 'Using “{tool}” …',
  usedTool: 'Used “{tool}”',
  stepFailed: 'Did not succeed: “{step}”',
  searchFailed: 'The documentation could not be searched',
  readingPage: 'Reading a page …',
  readPage: 'Read a page',
  pageFailed: 'A page could not be read',
  searchingWeb: 'Searching the web …',
  searchedWeb: 'Searched the web',
  webFailed: 'The web could not be searched',
  readingInstructions: 'Reading instructions …',
  readInstructions: 'Read instructions',
  instructionsFailed: 'Instructions could not be read',
};
