/** Which addresses a push may be sent to. A subscription comes from a browser, so its address may be anything. */
export interface PushService {
  isAllowed(address: URL): boolean;
  /** Milliseconds after which a host has not answered. */
  timeout: number;
}

/** Chrome and Edge on Android, Firefox, Safari, Edge. */
const hosts =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[\w-]+(\.[\w-]+)*\.(push\.apple\.com|notify\.windows\.com))$/;

/** The one of production. Tests hand `makeContext` another one; no setting does. */
export const knownPushServices: PushService = {
  isAllowed: ({ protocol, hostname, port, username, password }) =>
    protocol === 'https:' && port === '' && username === '' && password === '' && hosts.test(hostname),
  timeout: 10_000,
};

export function isAllowed(service: PushService, endpoint: string): boolean {
  const address = URL.parse(endpoint);
  return address !== null && service.isAllowed(address);
}
