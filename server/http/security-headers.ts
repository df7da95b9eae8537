/** What answers tell the browser to refuse. Made once: nothing of it depends on the request. */

const policy = (directives: readonly string[]) => ({ 'content-security-policy': directives.join(';') });

/** On every answer: data are for the page that asked, and nothing to show, to run or to frame. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    ...policy(["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]),
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

/** On what a browser opens as a page or runs as part of one, in the place of the strict policy above. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...policy([
    "default-src 'self'",
    "script-src 'self'",
    // Mantine writes its colour variables into a style element.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]),
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'geolocation=(), microphone=(), camera=(self)',
  'referrer-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};
