import { join } from 'node:path';
import type { NextConfig } from 'next';

export default {
  output: 'export',
  trailingSlash: true,
  // The packages are two folders up.
  turbopack: { root: join(import.meta.dirname, '../..') },
} satisfies NextConfig;
