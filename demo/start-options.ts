/** Options of `npm start`. */
export const DEMO_OPTIONS = { port: { type: 'string', default: '8787' } } as const;
