/** Process that reads bank statements, which may be malicious and take seconds. */
import { type ParseOptions, parseStatement } from './parse-statement.ts';

export interface Order extends ParseOptions {
  bytes: Uint8Array;
}

export default ({ bytes, ...options }: Order) => parseStatement(bytes, options);
