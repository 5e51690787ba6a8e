import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import Help from './Help.vue';

export const render = () => renderToString(createSSRApp(Help));
