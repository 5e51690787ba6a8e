import { createElement } from 'react';
import { usePluginData } from '@docusaurus/useGlobalData';

/** Replace the search of the theme. */
export default function SearchBar() {
  const { search } = usePluginData('docs-assistant');
  return createElement('docs-search', search);
}
