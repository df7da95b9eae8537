import { readFile, readdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';

const api = `http://127.0.0.1:${process.env.PORT ?? 3001}`;

export default defineConfig({
  root: 'client',
  plugins: [react(), precompress()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    assetsDir: 'static', // /assets belongs to the product: private files
    manifest: true, // scripts/check-budget.ts reads it
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false }, // would need an inline script
  },
  server: {
    proxy: { '/api': api, '/assets': api, '/socket.io': { target: api, ws: true } },
  },
});

/** Writes a .gz and a .br beside every text file of the build, so that serving costs no processor time. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      const texts = files.filter((file) => /\.(css|html|js|json|svg|webmanifest)$/.test(file));
      await Promise.all(
        texts.map(async (file) => {
          const bytes = await readFile(`${dir}/${file}`);
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
          await writeFile(`${dir}/${file}.gz`, await zip(bytes, { level: 9 }));
          await writeFile(`${dir}/${file}.br`, await brotli(bytes, quality));
        }),
      );
    },
  };
}
