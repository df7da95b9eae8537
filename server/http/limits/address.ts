/** Client addresses behind trusted proxies, and the networks that rate limits count. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { Refusal } from '../refusal.ts';

const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Equivalent of Fastify's `request.ip` for WebSocket handshakes. */
export function addressReader(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList();
  for (const range of trusted.flatMap((entry) => named[entry] ?? entry)) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(bits), familyOf(address));
  }
  return ({ socket, headers }) => {
    const said = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').toReversed();
    let address = unmapped(socket.remoteAddress ?? '');
    for (const before of said) {
      const stated = unmapped(before.trim());
      if (stated === '' || !proxies.check(address, familyOf(address))) break;
      address = stated;
    }
    return address;
  };
}

/** @throws Refusal if the client has hung up: a closed connection has no address */
export function clientAddress({ ip }: { ip: string | undefined }): string {
  if (ip === undefined) throw new Refusal('upload_interrupted');
  return ip;
}

const unmapped = (address: string) => /^::ffff:([0-9.]+)$/i.exec(address)?.[1] ?? address;

/** The network of a household: an IPv6 household has 2^64 addresses, so limits count the /64. */
export const networkOf = (address: string): string => networksOf(address)[0] ?? '';

/** From small to large: /64, /48 and /32 of IPv6; address, /24 and /16 of IPv4. */
export function networksOf(address: string): string[] {
  const ofSizes = (parts: readonly string[], mark: string) =>
    [4, 3, 2].map((size) => parts.slice(0, size).join(mark));
  if (!isIPv6(address) || unmapped(address) !== address) return ofSizes(unmapped(address).split('.'), '.');
  const [before = '', after] = address.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = (after ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return ofSizes([...head, ...zeros, ...tail], ':');
}
