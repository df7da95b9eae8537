const policy = (directives: readonly string[]) => ({ 'content-security-policy': directives.join(';') });

/** All responses: data must not be displayed, executed or framed. */
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

export const pageHeaders: Readonly<Record<string, string>> = {
  ...policy([
    "default-src 'self'",
    "script-src 'self'",
    // Mantine adds its colour variables as a style element.
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
