import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type * as z from 'zod';
import {
  readAgentSession,
  readAgentSessions,
  readUpdateStatus,
  readUpdateTrigger,
} from '../../../src/client/read-admin.ts';
import { readInsights } from '../../../src/client/read-insights.ts';
import { readSearchResults } from '../../../src/client/read-search-results.ts';
import type * as api from '../../../src/protocol/api.ts';
import { RequestFailure } from '../../../src/protocol/failures/failure.ts';
import {
  DEFAULT_REQUEST_LIMITS,
  readAssistantRequest,
  readSearchRequest,
  RequestRefusal,
} from '../../../src/protocol/requests/read-request.ts';
import type { Feedback } from '../../../src/protocol/requests/read-feedback.ts';
import { readFollow } from '../../../src/protocol/requests/read-follow.ts';
import type { ServerErrorBody } from '../../../src/protocol/failures/server-error.ts';
import { componentSchemas, toJsonSchema } from '../../../src/service/http/json-schema.ts';
import type * as schemas from '../../../src/service/http/schemas.ts';
import { readSessionReport, SessionReport } from '../../../src/service/http/session-report.ts';
import { Contract, isBeyondSchema } from './contract.ts';
import { changed, valuesOf } from './schema-values.ts';

const SCHEMAS = componentSchemas();
const contract = new Contract({ paths: {}, components: { schemas: SCHEMAS } });
const RUNS = { numRuns: Number(process.env['TEST_RUNS'] ?? 500) };

/** Known values of `'a' | 'b' | (string & {})`, which older clients write as any string. */
type Known<Text extends string> = [LiteralsOf<Text>] extends [never] ? string : LiteralsOf<Text>;
type LiteralsOf<Text> = Text extends string ? (string extends Text ? never : Text) : never;
type FieldName<Name> = string extends Name ? never : Name;

/** A type without what the two sides say differently on purpose: what may be left out or `null`, and values yet unknown. */
type Core<Value> = CoreOf<Exclude<Value, null | undefined>>;
type CoreOf<Value> = [Value] extends [string]
  ? Known<Value>
  : Value extends readonly unknown[]
    ? { -readonly [At in keyof Value]: Core<Value[At]> }
    : Value extends object
      ? { [Name in keyof Value as FieldName<Name>]-?: Core<Value[Name]> }
      : Value;

type IsEqual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Take `true` where both types have the same fields with the same values, `false` else. The compiler is what checks. */
function same<A, B>(isSame: IsEqual<Core<A>, Core<B>>): void {
  assert.equal(isSame, true);
}

it('types of the protocol have the fields and values of the schemas', () => {
  same<api.DocsFilter, z.infer<typeof schemas.DocsFilter>>(true);
  // The text of parts of other types is not looked at.
  same<Omit<api.Message, 'parts'>, Omit<z.infer<typeof schemas.Message>, 'parts'>>(true);
  same<Omit<api.AssistantRequest, 'messages'>, Omit<z.infer<typeof schemas.AssistantRequest>, 'messages'>>(
    true,
  );
  same<api.SearchRequest, z.infer<typeof schemas.SearchRequest>>(true);
  same<api.SearchResult, z.infer<typeof schemas.SearchResult>>(true);
  // Our service sends no field that is the hosted platform's alone.
  same<Omit<api.AgentSession, 'title' | 'userId'>, z.infer<typeof schemas.AgentSession>>(true);
  same<api.AgentSessionReport, z.input<typeof SessionReport>>(true);
  same<api.UpdateTrigger, z.infer<typeof schemas.UpdateTrigger>>(true);
  same<api.UpdateStatus, z.infer<typeof schemas.UpdateStatus>>(true);
  same<api.LatestUpdate, z.infer<typeof schemas.LatestUpdate>>(true);
  same<api.Insights, z.infer<typeof schemas.Insights>>(true);
  same<api.AssistantInfo, z.infer<typeof schemas.AssistantInfo>>(true);
  same<api.FollowedLink, z.infer<typeof schemas.FollowedLink>>(true);
  same<Feedback, z.infer<typeof schemas.Feedback>>(true);
  same<ServerErrorBody, z.infer<typeof schemas.ErrorBody>>(true);
});

const REQUESTS = {
  AssistantRequest: {
    schema: SCHEMAS['AssistantRequest']!,
    read: (value: unknown) => readAssistantRequest(value, DEFAULT_REQUEST_LIMITS),
    good: {
      fp: 'visitor',
      messages: [
        { id: '1', role: 'user', content: 'What is a proxy?', parts: [{ type: 'text', text: 'What?' }] },
        { id: '2', role: 'assistant', content: 'A server.' },
        { role: 'user', parts: [{ type: 'reasoning' }, { type: 'text', text: 'And which?' }] },
      ],
      threadId: 'thread',
      threadKey: null,
      retrievalPageSize: 5,
      filter: { version: 'v2', language: 'en' },
    },
  },
  SearchRequest: {
    schema: SCHEMAS['SearchRequest']!,
    read: (value: unknown) => readSearchRequest(value, DEFAULT_REQUEST_LIMITS),
    good: { query: 'brotli', pageSize: 10, filter: { version: 'v2', language: null } },
  },
  FollowedLink: {
    schema: SCHEMAS['FollowedLink']!,
    read: readFollow,
    good: { path: 'v2/en/guides/install' },
  },
  SessionReport: {
    schema: toJsonSchema(SessionReport),
    read: readSessionReport,
    good: {
      branch: 'docs/fix',
      haulted: true,
      haultReason: 'error',
      pullRequestLink: 'https://git.example.com/pull/1',
      messageToUser: 'It did not work.',
      todos: [{ id: '1', content: 'Look', status: 'completed', priority: 'high' }],
    },
  },
};

for (const [name, { schema, read, good }] of Object.entries(REQUESTS)) {
  describe(`the reader of ${name}`, () => {
    const refusalOf = (value: unknown): string | null => {
      try {
        read(value);
        return null;
      } catch (error) {
        assert.ok(error instanceof RequestRefusal, String(error));
        assert.equal(error.code, 'invalid-request');
        return error.message;
      }
    };

    it('accepts each value of its schema', () => {
      const values = valuesOf(schema, SCHEMAS).filter((value) => contract.matches(schema, value) === null);
      fc.assert(
        fc.property(values, (value) => {
          const refusal = refusalOf(value);
          fc.pre(refusal === null || !isBeyondSchema(refusal));
          assert.equal(refusal, null);
        }),
        RUNS,
      );
    });

    it('refuses what its schema refuses, and nothing else', () => {
      assert.equal(refusalOf(good), null);
      fc.assert(
        fc.property(changed(good), (value) => {
          const refusal = refusalOf(value);
          fc.pre(refusal === null || !isBeyondSchema(refusal));
          assert.equal(refusal !== null, contract.matches(schema, value) !== null, refusal ?? 'accepted');
        }),
        RUNS,
      );
    });
  });
}

const ANSWERS: Record<string, (value: unknown) => unknown> = {
  AgentSession: readAgentSession,
  AgentSessionList: readAgentSessions,
  UpdateTrigger: readUpdateTrigger,
  UpdateStatus: readUpdateStatus,
  Insights: readInsights,
  SearchResult: (value) => readSearchResults([value])[0],
};

for (const [name, read] of Object.entries(ANSWERS)) {
  describe(`the client's reader of ${name}`, () => {
    const values = valuesOf(SCHEMAS[name]!, SCHEMAS).map(withRangesInContent);

    it('reads each value of the schema as it is', () => {
      fc.assert(
        fc.property(values, (value) => assert.deepEqual(read(value), value)),
        RUNS,
      );
    });

    it('refuses nothing that the schema accepts, and reads what it has read to the same', () => {
      const readOrRefuse = (value: unknown): unknown => {
        try {
          return read(value);
        } catch (error) {
          assert.ok(error instanceof RequestFailure, String(error));
          assert.equal(error.code, 'bad-content');
          return undefined;
        }
      };
      fc.assert(
        fc.property(values.chain(changed), (value) => {
          const answer = readOrRefuse(value);
          if (answer === undefined) assert.notEqual(contract.matches(SCHEMAS[name]!, value), null);
          else assert.deepEqual(read(answer), answer);
        }),
        RUNS,
      );
    });
  });
}

/** Offsets lie within the text that they belong to and in their order: a rule that JSON Schema has no words for. */
function withRangesInContent(value: unknown): unknown {
  const { content, metadata } = value as Partial<api.SearchResult>;
  if (content === undefined || metadata === undefined) return value;
  const whole = (text: string): api.MatchedRange[] => (text === '' ? [] : [[0, text.length]]);
  const { excerpt } = metadata;
  return {
    ...(value as object),
    metadata: {
      ...metadata,
      ranges: whole(content),
      ...(excerpt && {
        excerpt: {
          ...excerpt,
          ranges: whole(excerpt.text),
          ...(excerpt.headingRanges && { headingRanges: [] }),
        },
      }),
    },
  };
}
