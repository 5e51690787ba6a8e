export { default } from '../search/SearchBar.js';
