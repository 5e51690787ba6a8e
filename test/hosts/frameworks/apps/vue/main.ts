import { createApp, createSSRApp } from 'vue';
import Help from './Help.vue';

const isRendered = document.querySelector('#app')!.firstChild !== null;
(isRendered ? createSSRApp : createApp)(Help).mount('#app');
