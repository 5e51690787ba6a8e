import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

export default defineConfig({
  site: 'https://docs.example.com',
  trailingSlash: 'always',
  integrations: [
    starlight({
      title: 'Kiln manual',
      locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch', lang: 'de' } },
      editLink: { baseUrl: 'https://code.example.com/' },
      lastUpdated: true,
      sidebar: [{ label: 'Navigation of the side', items: [{ autogenerate: { directory: 'guide' } }] }],
    }),
  ],
});
