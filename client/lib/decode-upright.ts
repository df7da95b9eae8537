/**
 * Decodes a picture as it is meant to be seen. Chromium before 111 does so anyway, and refuses to be asked for it.
 * @throws DOMException if the browser cannot decode it
 */
export async function decodeUpright(picture: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(picture, { imageOrientation: 'from-image' });
  } catch (error) {
    if (error instanceof TypeError) return await createImageBitmap(picture);
    throw error;
  }
}
