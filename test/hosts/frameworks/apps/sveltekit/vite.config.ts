import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter(),
      csp: {
        directives: {
          'default-src': ['none'],
          'script-src': ['self'],
          'style-src': ['self'],
          'style-src-attr': ['unsafe-inline'],
          'connect-src': ['self'],
          'img-src': ['self'],
        },
      },
    }),
  ],
  server: { proxy: { '/docs-api/': 'http://127.0.0.1:8787' } },
});
