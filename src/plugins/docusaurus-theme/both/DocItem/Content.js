export { default } from '../../page-actions/DocItem/Content/index.js';
