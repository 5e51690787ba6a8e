/** Options of `npm start` and `npm run dev`. */
export const DEMO_OPTIONS = { port: { type: 'string', default: '8787' } } as const;
