/** A refusal that the person is told: the only error that leaves the server as anything but "internal". */
import { type RefusalCode, refusals } from '../../contract/messages.ts';

export interface RefusalDetail {
  /** Sentences by field. */
  errors?: Record<string, string>;
  /** Fields that get the refusal's own sentence. */
  fields?: string[];
  /** A sentence more exact than the code's own. */
  message?: string;
  /** The record's current state, with a 409 about a state. */
  data?: unknown;
  /** Seconds, sent as Retry-After. */
  retryAfter?: number;
  /** For the log. */
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

/** The value, or 404: also for things outside one's scope, so that ids cannot be probed. */
export function found<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Refusal('not_found');
  return value;
}
