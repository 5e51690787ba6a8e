import * as z from 'zod';
import {
  FOREIGN_LINK_MODES,
  isSendable,
  MAX_INSTRUCTIONS_CHARACTERS,
  MAX_LINK_HOSTS,
  MAX_REQUEST_FIELDS,
  MODEL_DEFAULTS,
  MODEL_RANGES,
  UNSENDABLE,
  type LanguageModelOptions,
  type RewriteOptions,
} from '../service/answer/model/model-options.ts';
import { httpUrl, limit, secret, text } from './schema-fields.ts';

/** Fields of an endpoint for embeddings, and the first of one that answers. */
export const modelEndpoint = z.strictObject({
  url: httpUrl('Base address, up to and including `/v1`.').refine(
    (url) => !/\/chat\/completions\/*$/.test(url),
    'must end before /chat/completions',
  ),
  name: text('Name of the model, as the endpoint knows it.'),
  key: secret('Sent as a bearer token.')
    .refine((key) => typeof key !== 'string' || isSendable(key), UNSENDABLE)
    .optional(),
});

const headers = z
  .record(z.string(), secret('Value of the header field.'))
  .refine(
    (fields) => Object.keys(fields).length <= MAX_REQUEST_FIELDS,
    `must have at most ${MAX_REQUEST_FIELDS} fields`,
  )
  .optional()
  .describe(
    `Header fields of each request, at most ${MAX_REQUEST_FIELDS}; a value may be \`{"env": NAME}\`.`,
  );

const body = z
  .record(z.string(), z.json())
  .refine(
    (fields) => Object.keys(fields).length <= MAX_REQUEST_FIELDS,
    `must have at most ${MAX_REQUEST_FIELDS} fields`,
  )
  .optional()
  .describe(
    `Fields of each request’s body, at most ${MAX_REQUEST_FIELDS}, such as \`{"reasoning_effort": "low"}\`; \`null\` removes one.`,
  );

const rewrite = z.strictObject({
  url: modelEndpoint.shape.url.optional(),
  name: modelEndpoint.shape.name.optional(),
  key: modelEndpoint.shape.key,
  headers,
  body,
  timeout: limit(
    'Milliseconds that an answer waits for the rewritten question.',
    MODEL_DEFAULTS.rewriteTimeout,
    ...MODEL_RANGES.timeout,
  ),
} satisfies Record<keyof RewriteOptions, z.ZodType>);

/** A language model in a configuration file. */
export const languageModel = z.strictObject({
  ...modelEndpoint.shape,
  headers,
  body,
  instructions: z
    .string()
    .max(MAX_INSTRUCTIONS_CHARACTERS)
    .optional()
    .describe(
      `Instructions in addition to those of the service. At most ${MAX_INSTRUCTIONS_CHARACTERS} characters.`,
    ),
  temperature: z
    .number()
    .min(MODEL_RANGES.temperature[0])
    .max(MODEL_RANGES.temperature[1])
    .optional()
    .describe('Sampling temperature, 0 to 2. Default: that of the endpoint.'),
  maxOutputTokens: limit(
    'Maximum of tokens of an answer, reasoning included.',
    MODEL_DEFAULTS.maxOutputTokens,
    ...MODEL_RANGES.maxOutputTokens,
  ),
  promptTokens: limit(
    'Maximum of tokens of a prompt, at three bytes a token.',
    MODEL_DEFAULTS.promptTokens,
    ...MODEL_RANGES.promptTokens,
  ),
  firstTokenTimeout: limit(
    'Milliseconds until the first token.',
    MODEL_DEFAULTS.firstTokenTimeout,
    ...MODEL_RANGES.firstTokenTimeout,
  ),
  timeout: limit(
    'Milliseconds between two pieces of an answer.',
    MODEL_DEFAULTS.timeout,
    ...MODEL_RANGES.timeout,
  ),
  pause: limit(
    'Milliseconds for which answers are quotes at once after a failure; doubled with each further failure.',
    MODEL_DEFAULTS.pause,
    ...MODEL_RANGES.pause,
  ),
  tools: z
    .boolean()
    .optional()
    .describe(
      'The model may search once more during an answer, and ask the reader what is meant. Default: true.',
    ),
  startsWithReasoning: z
    .boolean()
    .optional()
    .describe('Output begins with reasoning that only `</think>` marks. Default: false.'),
  foreignLinks: z
    .union([z.enum(FOREIGN_LINK_MODES), z.array(text('A host.')).max(MAX_LINK_HOSTS)])
    .optional()
    .describe(
      'Foreign addresses that an answer may link to: `documented` (those in the sections that the model was given), `all`, `none`, or a list of hosts such as `*.example.com`. Default: `documented`.',
    ),
  rewrite: z
    .union([rewrite, z.literal(false)])
    .optional()
    .describe(
      'Model that rewrites questions after the first; omitted fields are those of the model that answers. `false`: no rewriting.',
    ),
} satisfies Record<keyof LanguageModelOptions, z.ZodType>);
