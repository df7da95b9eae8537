/** What is sent follows RFC 8291 and RFC 8292; the readers of the tests are checked with the examples of both first. */
import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { makePhone, readPush, startPushServer } from '../../testing/push-phone.ts';
import { sendPush } from './send-push.ts';

test('the reader reads the example of RFC 8291, section 5', () => {
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK' +
    '6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const text = readPush(Buffer.from(body, 'base64url'), {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  });
  expect(text).toBe('When I grow up, I want to be a watermelon');
});

/** RFC 8292, section 2 and 3.2: the claims of a token whose signature the key verifies. */
function claimsOf(authorization: string) {
  const [, token = '', k = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(k, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey, format: 'jwk' });
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
  return { isValid, k, header: read(header), claims: read(claims) as { exp: number } };
}

test('the reader verifies the example of RFC 8292, section 2.4', () => {
  const example =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1' +
    'MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwD' +
    'Xb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5' +
    'aq9ojSwk5Y2EmClBPs';
  expect(claimsOf(example)).toMatchObject({
    isValid: true,
    claims: { aud: 'https://push.example.net', exp: 1_453_523_768, sub: 'mailto:push@example.com' },
  });
});

test('a push is read by its phone alone, and signed for the push service for at most a day', async () => {
  const server = await startPushServer();
  const [phone, keys] = [makePhone(), makePhone()];
  const vapid = { publicKey: keys.p256dh, privateKey: keys.privateKey, subject: 'https://contoh.id' };
  const log = { warn: () => {} };
  const message = { isi: 'Pembayaran Anda sudah diperiksa.', tag: 'kabar-1', halaman: 'payments' };
  const subscription = { id: 1, user_id: 1, endpoint: `${server.address}/x`, ...phone };
  const before = Math.floor(Date.now() / 1_000);
  const stopping = new AbortController().signal;
  expect(await sendPush({ service: server.service, log, vapid, stopping }, subscription, message)).toBe(
    'done',
  );
  await server.close();
  const [{ body, headers } = { body: Buffer.alloc(0), headers: {} }] = server.received;
  expect(JSON.parse(readPush(body, phone))).toEqual(message);
  expect(() => readPush(body, { ...phone, auth: makePhone().auth })).toThrow('unable to authenticate');
  const { isValid, k, header, claims } = claimsOf(String(headers.authorization));
  expect([isValid, k, header]).toEqual([true, keys.p256dh, { typ: 'JWT', alg: 'ES256' }]);
  expect(claims).toMatchObject({ aud: server.address, sub: 'https://contoh.id' });
  expect(claims.exp - before).toBeLessThanOrEqual(24 * 60 * 60);
  expect(claims.exp).toBeGreaterThan(before);
});
