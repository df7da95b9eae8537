/** An error with a message for the user. All other errors are answered as internal errors. */
import { type RefusalCode, refusals } from '../../contract/messages.ts';

export interface RefusalDetail {
  errors?: Record<string, string>;
  fields?: string[];
  message?: string;
  data?: unknown;
  /** Seconds, sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly detail: RefusalDetail;

  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    const { status, message } = refusals[code];
    super(detail.message ?? message, detail.cause === undefined ? {} : { cause: detail.cause });
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.detail = detail;
  }

  get errors(): Record<string, string> | undefined {
    const { errors, fields } = this.detail;
    return fields
      ? { ...Object.fromEntries(fields.map((field) => [field, this.message])), ...errors }
      : errors;
  }
}

/** @param errors messages by field; the first one is also the message of the refusal */
export function invalidFields(errors: Record<string, string>): Refusal {
  return new Refusal('invalid_fields', { errors, message: Object.values(errors)[0] ?? '' });
}

/** The value, or 404. Also used for records outside of the scope, so that ids cannot be probed. */
export function found<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Refusal('not_found');
  return value;
}
