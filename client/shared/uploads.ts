export const uploadAddress = (file: string) => `/assets/uploads/${file}`;
export const thumbnailAddress = (file: string) => `${uploadAddress(file)}?size=thumb`;
/** The small photo of somebody, from the file name that lists carry. */
export const portraitAddress = (potret: string | null) => potret && thumbnailAddress(potret);
/** Addresses of an image viewer's item. */
export const pictureOf = (file: string) => ({ src: uploadAddress(file), thumb: thumbnailAddress(file) });
