/** Parsed input or a refusal: 400 for a path, 422 for fields, with one Indonesian sentence a field. */
import * as z from 'zod';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { Refusal } from './refusal.ts';

// For what the contract has no sentence of its own.
z.config(z.locales.id());

type Fields = Record<string, unknown>;
type Issue = z.core.$ZodIssue;

function messagesByField(issues: readonly Issue[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const issue of issues) messages[String(issue.path[0] ?? '')] ??= issue.message;
  return messages;
}

function parse(
  schema: z.core.$ZodType | undefined,
  value: unknown,
): { data: Fields; issues: readonly Issue[] } {
  if (!schema) return { data: {}, issues: [] };
  const parsed = z.safeParse(schema, value);
  return parsed.success
    ? { data: parsed.data as Fields, issues: [] }
    : { data: {}, issues: parsed.error.issues };
}

export function parsePath(endpoint: Endpoint, params: unknown): Fields {
  const { data, issues } = parse(endpoint.params, params);
  if (issues.length > 0) throw new Refusal('invalid_path');
  return data;
}

/** Query, body and files together, so that the person hears of every wrong field at once. */
export function parseFields(
  endpoint: Endpoint,
  request: { query: unknown; body: Fields; files: Fields },
): { query: Fields; body: Fields } {
  const query = parse(endpoint.query, request.query);
  const body = parse(endpoint.body, request.body);
  const errors = { ...messagesByField(query.issues), ...messagesByField(body.issues) };
  for (const [name, rule] of Object.entries(endpoint.files ?? {})) {
    if (rule.required && !request.files[name]) errors[name] = rule.required;
  }
  const [first] = Object.values(errors);
  if (first !== undefined) {
    throw new Refusal('invalid_fields', { errors, message: first });
  }
  return { query: query.data, body: body.data };
}
