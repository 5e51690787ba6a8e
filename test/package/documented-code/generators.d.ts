// Generators that examples configure, as far as they do. The sites of test/hosts are built with the real ones.
declare module 'vitepress' {
  export function defineConfig(config: { title: string; vite: { plugins: object[] } }): object;
}
declare module 'vite' {
  export function defineConfig(config: { plugins: object[] }): object;
}
declare module 'astro/config' {
  export function defineConfig(config: { integrations: object[] }): object;
}
declare module '@astrojs/starlight' {
  export default function starlight(options: { title: string; plugins: object[] }): object;
}
