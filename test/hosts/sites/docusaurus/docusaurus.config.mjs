export default {
  title: 'Kiln manual',
  url: 'https://docs.example.com',
  baseUrl: '/manual/',
  onBrokenLinks: 'throw',
  presets: [
    [
      'classic',
      {
        docs: {
          routeBasePath: '/',
          sidebarPath: undefined,
          editUrl: 'https://code.example.com/',
          showLastUpdateTime: false,
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
