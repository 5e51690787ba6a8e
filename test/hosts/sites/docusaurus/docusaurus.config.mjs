export default {
  title: 'Kiln manual',
  url: 'https://docs.example.com',
  baseUrl: '/manual/',
  onBrokenLinks: 'throw',
  i18n: { defaultLocale: 'en', locales: ['en', 'de'] },
  presets: [
    [
      'classic',
      {
        docs: {
          routeBasePath: '/',
          sidebarPath: undefined,
          editUrl: 'https://code.example.com/',
          showLastUpdateTime: false,
          lastVersion: 'current',
          versions: { current: { label: '2.0' } },
        },
        blog: false,
        pages: false,
        sitemap: {},
      },
    ],
  ],
  themeConfig: {
    navbar: { title: 'Navigation of the top', items: [{ to: '/guide/', label: 'Guide' }] },
    footer: { copyright: 'Footer of every page' },
  },
};
