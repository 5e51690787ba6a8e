import * as z from 'zod';
import { IDENTIFIER } from '../protocol/endpoints.ts';

const MAX_LIMIT = 1_000_000_000;

export const text = (description: string) => z.string().min(1).describe(description);

export const limit = (description: string, otherwise: number, least = 0, most = MAX_LIMIT) =>
  z.int().min(least).max(most).describe(`${description} Default: ${otherwise}.`).optional();

/** A secret, or where it is found. */
export type Secret = string | { env: string };

export const secret = (description: string) =>
  z
    .union([
      z.string().min(1),
      z.strictObject({
        env: z
          .string()
          .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')
          .describe('Name of the environment variable that holds it.'),
      }),
    ])
    .describe(description);

export const secrets = (description: string) =>
  z.union([secret(description), z.array(secret(description)).min(1)]).describe(description);

export const identifier = (description: string) =>
  z.string().regex(IDENTIFIER, 'must be 1 to 128 letters, digits and . _ ~ : @ -').describe(description);

export const httpUrl = (description: string) =>
  z
    .string()
    .regex(/^https?:\/\/[^\s/]/, 'must be an address that begins with http: or https:')
    .describe(description);
