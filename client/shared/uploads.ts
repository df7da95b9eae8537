export const uploadAddress = (file: string) => `/assets/uploads/${file}`;
export const thumbnailAddress = (file: string) => `${uploadAddress(file)}?size=thumb`;
/** The small photo of somebody, from the file name that lists carry. */
export const portraitAddress = (potret: string | null) => potret && thumbnailAddress(potret);
/** An image viewer's item; none without a file. */
export const pictureItem = <Key>(key: Key, file: string | null, alt: string, title = alt) =>
  file ? [{ key, src: uploadAddress(file), thumb: thumbnailAddress(file), alt, title }] : [];
