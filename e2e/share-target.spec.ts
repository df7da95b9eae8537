/** A slip shared from the bank's app opens the form with the picture, also when nobody is signed in yet. */
import { expect, type Page } from '@playwright/test';
import { sharedSlip } from '../client/lib/shared-slip.ts';
import { listOwnPaymentsWarga } from '../contract/payments.ts';
import { password } from '../server/testing/people.ts';
import { photo } from '../server/testing/pictures.ts';
import { browserOf, enter, openWithoutSession, test } from './estate.ts';
import { dialog, phone, toast } from './screen.ts';

test.use({ serviceWorkers: 'allow' });

/** What the phone does for the share target of the manifest: it posts a form, as a navigation. */
async function share(page: Page, picture: File): Promise<void> {
  const manifest = await page.evaluate(
    async () => (await fetch('/manifest.webmanifest')).json() as Promise<unknown>,
  );
  const { share_target } = manifest as {
    share_target: { action: string; params: { files: { name: string }[] } };
  };
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((controlled) =>
        navigator.serviceWorker.addEventListener('controllerchange', controlled),
      );
  });
  await Promise.all([
    page.waitForURL('/'),
    page.evaluate(
      ({ action, field, bytes, type }) => {
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          enctype: 'multipart/form-data',
          action,
        });
        const input = Object.assign(document.createElement('input'), { type: 'file', name: field });
        const list = new DataTransfer();
        list.items.add(new File([new Uint8Array(bytes)], 'struk', { type }));
        input.files = list.files;
        form.append(input);
        document.body.append(form);
        form.submit();
      },
      {
        action: share_target.action,
        field: share_target.params.files[0]?.name ?? '',
        bytes: [...new Uint8Array(await picture.arrayBuffer())],
        type: picture.type || 'image/jpeg',
      },
    ),
  ]);
}

test('a shared slip opens the form with the picture, which is sent in one tap', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, phone);
  await share(page, await photo());
  const form = dialog(page, 'Tambah Pembayaran');
  await expect(form.getByRole('img', { name: 'Pratinjau' })).toBeVisible();
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(form).toBeHidden();
  expect((await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data).not.toHaveLength(
    0,
  );
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pembayaran');
  await expect(form).toBeHidden();
});

test('a picture shared without a session is there after signing in', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, phone);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await openWithoutSession(page);
  await share(page, await photo());
  await enter(page, siti.email, password);
  await expect(dialog(page, 'Tambah Pembayaran').getByRole('img', { name: 'Pratinjau' })).toBeVisible();
});

test('a picture that nobody took is dropped at a start after its time', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await openWithoutSession(page);
  await share(page, await photo());
  const isKept = () =>
    page.evaluate(
      async ({ cache, address }) => Boolean(await caches.match(address, { cacheName: cache })),
      sharedSlip,
    );
  await page.waitForURL('/?bagikan');
  await page.goto('/');
  expect(await isKept()).toBe(true);
  await page.evaluate(async ({ cache, address, lifetime }) => {
    const headers = { 'x-received': String(Date.now() - lifetime - 1) };
    await (await caches.open(cache)).put(address, new Response('struk', { headers }));
  }, sharedSlip);
  await page.reload();
  await expect.poll(isKept).toBe(false);
});

test('a shared picture that cannot be read is refused at once, with what to do', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone);
  await share(page, new File(['ftypheic'], 'IMG_1.heic', { type: 'image/heic' }));
  await expect(toast(page, 'Gambar yang dibagikan tidak dapat dikirim')).toBeVisible();
  await expect(page.getByText('Ambil tangkapan layarnya, lalu pilih gambar itu.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pembayaran');
  await expect(dialog(page, 'Tambah Pembayaran')).toBeHidden();
});
