/** Photos of posts: where they are fetched and how a viewer shows them. */
import type { Post } from '../../../contract/posts.ts';

const picture = (foto: string) => `/assets/uploads/${foto}`;

/** The feed shows photos as wide as the card: the full picture, loaded when it comes near. */
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
