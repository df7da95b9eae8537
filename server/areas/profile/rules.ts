/** How a profile photo arrives: a data URL of a picture, made anew and small by the server (decisions §6). */
import { Refusal } from '../../platform/http/refusal.ts';
import { makeProfilePhoto } from '../../platform/files/images.ts';
import { isPicture } from '../../platform/files/upload.ts';

const dataUrl = /^data:image\/(?:jpeg|png|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** @returns null when the photo is to be removed; @throws Refusal 415 */
export async function readPhoto(foto_profile: string | null): Promise<string | null> {
  if (foto_profile === null || foto_profile === '') return null;
  const base64 = dataUrl.exec(foto_profile)?.[1];
  const photo = Buffer.from(base64 ?? '', 'base64');
  if (!(await isPicture(photo))) throw new Refusal('unsupported_image');
  return await makeProfilePhoto(photo);
}
