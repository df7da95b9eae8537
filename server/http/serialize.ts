/** Response serializers compiled from the contract: fields that the contract does not name are never sent. */
import fastJson, { type Schema } from 'fast-json-stringify';
import * as z from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';

type JsonSchema = Record<string, unknown>;

/** Replaces `anyOf [X, null]` by `nullable`, which serializes faster. */
function flattenNullable(schema: JsonSchema): JsonSchema {
  const options = schema.anyOf as JsonSchema[] | undefined;
  const value = options?.length === 2 ? options.find((option) => option.type !== 'null') : undefined;
  const merged =
    value && options?.some((option) => option.type === 'null') ? { ...value, nullable: true } : schema;
  return Object.fromEntries(Object.entries(merged).map(([key, child]) => [key, flattenChild(child)]));
}

function flattenChild(child: unknown): unknown {
  if (Array.isArray(child)) return child.map(flattenChild);
  return typeof child === 'object' && child !== null ? flattenNullable(child as JsonSchema) : child;
}

export function answerSchema(endpoint: Endpoint): JsonSchema {
  const { $schema: _, ...returns } = z.toJSONSchema(endpoint.returns, { io: 'output' }) as JsonSchema;
  return {
    ...returns,
    properties: { status: { type: 'string' }, ...(returns.properties as JsonSchema) },
    required: ['status', ...((returns.required as string[] | undefined) ?? [])],
  };
}

/** Compiled on first use, to keep the start fast. */
const compiled = new Map<Endpoint, (answer: unknown) => string>();

export function serialize(endpoint: Endpoint, answer: unknown): string {
  let serializer = compiled.get(endpoint);
  if (!serializer) {
    serializer = fastJson(flattenNullable(answerSchema(endpoint)) as unknown as Schema);
    compiled.set(endpoint, serializer);
  }
  return serializer(answer);
}
