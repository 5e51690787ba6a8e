/** What cannot be avoided: a text field, and ten results that are there already. */
import { showResults } from './show-results.ts';

const input = document.querySelector('input')!;
const results = Array.from({ length: 10 }, (_, at) => ({
  id: `guides/page-${at}#section-${at}`,
  title: `Section ${at}`,
  text: 'dynamic routes middleware content collections render static pages server endpoint '.repeat(3),
}));
input.addEventListener('input', () => showResults(input.value, results));
