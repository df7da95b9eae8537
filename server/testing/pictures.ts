import sharp from 'sharp';

const drawn = new Map<string, Promise<Buffer>>();

function once(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const picture = drawn.get(name) ?? draw();
  drawn.set(name, picture);
  return picture;
}

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 120, b: 110 } } });

export const pictures = {
  jpeg: () => once('jpeg', () => canvas(60, 80).jpeg().toBuffer()),
  png: () => once('png', () => canvas(60, 80).png().toBuffer()),
  webp: () => once('webp', () => canvas(60, 80).webp().toBuffer()),
  /** A 12 megapixel phone photo: rotated by EXIF, with the location in EXIF and XMP. */
  phone: () =>
    once('phone', () =>
      canvas(4032, 3024)
        .composite([
          {
            input: { create: { width: 4032, height: 300, channels: 3, background: '#d02020' } },
            top: 0,
            left: 0,
          },
        ])
        .jpeg({ quality: 90 })
        .withExif({
          IFD0: { Make: 'Telepon', Orientation: '6' },
          IFD3: {
            GPSLatitudeRef: 'S',
            GPSLatitude: '6/1 12/1 0/1',
            GPSLongitudeRef: 'E',
            GPSLongitude: '106/1 49/1 0/1',
          },
        })
        .withMetadata({ orientation: 6 })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><tempat>Jakarta</tempat></x:xmpmeta>')
        .toBuffer(),
    ),
};

export const photo = async (name = 'bukti.jpg') =>
  new File([new Uint8Array(await pictures.jpeg())], name, { type: 'image/jpeg' });
