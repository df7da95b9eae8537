/** Reads and validates input: 400 for an invalid path, 422 with one message per field. */
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Upload } from './files/upload.ts';
import { type MultipartBody, readMultipart } from './multipart.ts';
import { Refusal } from './refusal.ts';

z.config(z.locales.id());

type Fields = Record<string, unknown>;
type Issue = z.core.$ZodIssue;

/** The first message of each field. */
export function messagesByField(issues: readonly Issue[]): Record<string, string> {
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

/** Validates query, body and files together, to report all invalid fields at once. */
export function parseFields(
  endpoint: Endpoint,
  request: { query: unknown; body: Fields; files: Fields },
): { query: Fields; body: Fields } {
  const query = parse(endpoint.query, request.query);
  const body = parse(endpoint.body, request.body);
  const errors = { ...messagesByField(query.issues), ...messagesByField(body.issues) };
  for (const [name, rule] of Object.entries(endpoint.files ?? {})) {
    const isExempt = Object.entries(rule.unless ?? {}).some(
      ([field, value]) => request.body[field] === value,
    );
    if (rule.required && !isExempt && !request.files[name]) errors[name] = rule.required;
  }
  const [first] = Object.values(errors);
  if (first !== undefined) {
    throw new Refusal('invalid_fields', { errors, message: first });
  }
  return { query: query.data, body: body.data };
}

/**
 * @param folder for uploaded files
 * @param received collects the uploaded files; the caller deletes them, also after an error
 * @throws Refusal 400, 413 or 415
 */
export async function readBody(
  request: FastifyRequest,
  endpoint: Endpoint,
  folder: string,
  received: Upload[],
): Promise<MultipartBody> {
  const rules = endpoint.files;
  if (rules && request.isMultipart()) return await readMultipart(request, rules, folder, received);
  const mustBeMultipart = Object.values(rules ?? {}).some((rule) => rule.required && !rule.unless);
  if (mustBeMultipart && request.body !== undefined) throw new Refusal('unsupported_body');
  const body = request.body === undefined ? {} : request.body;
  if (endpoint.body && !isObject(body)) throw new Refusal('malformed_request');
  return { fields: body as Fields, files: {} };
}

const isObject = (body: unknown) => typeof body === 'object' && body !== null && !Array.isArray(body);
