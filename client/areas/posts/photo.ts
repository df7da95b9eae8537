import type { Post } from '../../../contract/posts.ts';
import { pictureOf } from '../../shared/uploads.ts';

export function photoItems(posts: readonly Post[]) {
  return posts.flatMap(({ id, foto, nama, konten }) =>
    foto
      ? {
          key: id,
          ...pictureOf(foto),
          alt: `Foto dari ${nama}`,
          title: konten ? `${nama}: ${konten.slice(0, 80)}` : nama,
        }
      : [],
  );
}
