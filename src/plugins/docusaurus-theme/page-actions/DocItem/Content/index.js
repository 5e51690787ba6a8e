import { createElement, Fragment } from 'react';
import { usePluginData } from '@docusaurus/useGlobalData';
import Content from '@theme-init/DocItem/Content';
import styles from './styles.module.css';

/** Put the actions before the text of a page. */
export default function DocItemContent(props) {
  const { pageActions } = usePluginData('docs-assistant');
  const actions = createElement('docs-page-actions', pageActions);
  return createElement(
    Fragment,
    null,
    createElement('div', { className: styles.actions }, actions),
    createElement(Content, props),
  );
}
