import type { Post } from '../../../contract/posts.ts';

const picture = (foto: string) => `/assets/uploads/${foto}`;

/** The feed shows photos as wide as the card, so it loads the full picture, lazily. */
export const feedPhoto = picture;

export function photoItems(posts: readonly Post[]) {
  return posts.flatMap(({ id, foto, nama, konten }) =>
    foto
      ? {
          key: id,
          src: picture(foto),
          thumb: `${picture(foto)}?size=thumb`,
          alt: `Foto dari ${nama}`,
          title: konten ? `${nama}: ${konten.slice(0, 80)}` : nama,
        }
      : [],
  );
}
