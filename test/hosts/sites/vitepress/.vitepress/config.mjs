// https://vitepress.dev: addresses end with `.html`, which is the default, unless they are clean.
export default {
  title: 'Kiln manual',
  srcDir: 'pages',
  base: process.env.HOST_BASE,
  cleanUrls: 'HOST_CLEAN_URLS' in process.env,
  lastUpdated: true,
  locales: {
    root: { label: 'English', lang: 'en' },
    de: { label: 'Deutsch', lang: 'de' },
  },
  themeConfig: {
    nav: [{ text: 'Navigation of the top', link: '/guide/' }],
    sidebar: [
      {
        text: 'Navigation of the side',
        items: [
          { text: 'Getting started', link: '/guide/Getting-Started' },
          { text: 'Settings', link: '/guide/settings' },
        ],
      },
    ],
    editLink: { pattern: 'https://code.example.com/:path', text: 'Edit this page' },
    footer: { message: 'Footer of every page' },
    search: { provider: 'local' },
  },
};
