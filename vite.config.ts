import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import { buildCheckingPage } from './scripts/checking-page.ts';
import { chunksOf, findParts } from './scripts/client-parts.ts';
import { oldestBrowsers } from './scripts/oldest-browsers.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? 3001}`;

const root = join(import.meta.dirname, 'client');
/** A module that several parts share is a part of its own: its dynamic imports do defer it. Timings help nobody. */
const checks = { ineffectiveDynamicImport: false, bundlerTimings: false };
/** Of six thousand icons only those are read that are used, which takes half the memory. */
const experimental = { lazyBarrel: true };

export default defineConfig(async ({ command }) => ({
  root,
  plugins: [react(), importParts(), firstScreen(), offlineShell(), checkingPage(), precompress()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    assetsDir: 'static', // /assets belongs to the product: private files
    manifest: true, // scripts/check-budget.ts reads it
    target: oldestBrowsers,
    modulePreload: { polyfill: false }, // would need an inline script
    ...(command === 'build' && {
      rolldownOptions: { checks, experimental, output: { codeSplitting: await parts() } },
    }),
  },
  server: {
    proxy: { '/api': api, '/assets': api, '/healthz': api, '/socket.io': { target: api, ws: true } },
  },
}));

async function parts() {
  const found = await findParts({
    root,
    plugins: [react(), importParts()],
    build: { rolldownOptions: { checks, experimental } },
  });
  return {
    groups: found.map((part, at) => ({ ...part, priority: -at })),
    includeDependenciesRecursively: false,
  };
}

/** Puts client/lib/import-part.ts in the place of the helper that Vite runs before each dynamic import. */
function importParts(): Plugin {
  const ours = join(root, 'lib/import-part.ts');
  return {
    name: 'import-parts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      return id === '\0vite/preload-helper.js'
        ? `export { importPart as __vitePreload } from ${JSON.stringify(ours)};`
        : undefined;
    },
    generateBundle(_options, bundle) {
      const isUsed = Object.values(bundle).some(
        (file) => file.type === 'chunk' && file.moduleIds.includes(ours),
      );
      if (!isUsed) this.error('Vite does not take its preload helper from a plugin any more');
    },
  };
}

/** Tells client/public/start.js which files a signed-in person's first screen is made of. */
function firstScreen(): Plugin {
  return {
    name: 'first-screen',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const known = filesOf(bundle, 'main.tsx');
        const files = ['shell/Shell.tsx', 'areas/dashboard/DashboardPage.tsx'].flatMap((module) => [
          ...filesOf(bundle, module).difference(known),
        ]);
        const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
        files.push(...fonts.map((name) => `/${name}`));
        const names = `data-first-screen="${[...new Set(files)].join(' ')}"`;
        return html.replace('src="/start.js"', (src) => `${src} ${names}`);
      },
    },
  };
}

/** The addresses of the scripts and styles that a module of client/ needs. */
function filesOf(bundle: Rollup.OutputBundle, module: string): Set<string> {
  const names = [...chunksOf(bundle, module)].flatMap((chunk) => [
    chunk.fileName,
    ...(chunk.viteMetadata?.importedCss ?? []),
  ]);
  return new Set(names.map((name) => `/${name}`));
}

/** Builds client/worker.ts and writes the names of all that it keeps into it. */
function offlineShell(): Plugin {
  return {
    name: 'offline-shell',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'worker.ts', fileName: 'worker.js' });
    },
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const page = await readFile(`${dir}/index.html`, 'utf8');
        const entry = /src="(\/static\/[^"]+\.js)"/.exec(page)?.[1];
        const built = Object.keys(bundle).filter((file) => file.startsWith('static/'));
        const files = ['start.js', 'favicon.svg', ...built];
        const version = createHash('sha256').update(page);
        for (const file of files) version.update(await readFile(`${dir}/${file}`));
        const shell = {
          version: version.digest('hex').slice(0, 12),
          entry,
          files: files.map((file) => `/${file}`),
        };
        const code = await readFile(`${dir}/worker.js`, 'utf8');
        await writeFile(`${dir}/worker.js`, `const SHELL=${JSON.stringify(shell)};${code}`);
      },
    },
  };
}

/** The page that the server shows at /cek and that people keep. */
function checkingPage(): Plugin {
  return {
    name: 'checking-page',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'cek.html', source: await buildCheckingPage(root) });
    },
  };
}

/** Writes a .gz and a .br beside every text file of the build, so that serving costs no processor time. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
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
    },
  };
}
