import { makeProfilePhoto, type Picture } from '../../http/files/images.ts';
import { isPicture } from '../../http/files/upload.ts';
import { Refusal } from '../../http/refusal.ts';

const dataUrl = /^data:image\/(?:jpeg|png|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Re-encodes the picture of an uploaded data URL. @throws Refusal 415 */
export async function readPhoto(foto_profile: string): Promise<Picture> {
  const base64 = dataUrl.exec(foto_profile)?.[1];
  const photo = Buffer.from(base64 ?? '', 'base64');
  if (!(await isPicture(photo))) throw new Refusal('unsupported_image');
  return await makeProfilePhoto(photo);
}
