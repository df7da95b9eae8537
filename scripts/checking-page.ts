/** Builds client/check.html into one file without references, whose own policy forbids every request. */
import { createHash } from 'node:crypto';
import { build, type Plugin, type Rollup } from 'vite';
import { oldestBrowsers } from './oldest-browsers.ts';

const limit = 60_000;

/** @throws Error above the size that may be sent as a file and kept on any phone */
export async function buildCheckingPage(root: string): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [inline()],
    build: {
      write: false,
      modulePreload: false,
      target: oldestBrowsers,
      rolldownOptions: { input: `${root}/check.html` },
    },
  });
  const { output } = result as Rollup.RolldownOutput;
  const page = output.find(({ fileName }) => fileName === 'check.html');
  if (output.length !== 1 || page?.type !== 'asset') throw new Error('the checking page is not one file');
  const html = String(page.source);
  const size = Buffer.byteLength(html);
  if (size > limit) throw new Error(`the checking page has ${size} bytes, allowed are ${limit}`);
  return html;
}

function inline(): Plugin {
  return {
    name: 'inline',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['check.html'];
      const [script, style] = [takeOut(bundle, '.js'), takeOut(bundle, '.css')];
      if (page?.type !== 'asset') throw new Error('the checking page was not built');
      const policy = [
        "default-src 'none'",
        `script-src '${hashOf(script)}'`,
        `style-src '${hashOf(style)}'`,
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; ');
      page.source = String(page.source)
        .replaceAll(/>\s+</g, '><')
        .replace(/<script\b[^>]*><\/script>\s*/, '')
        .replace(/<link rel="stylesheet"[^>]*>\s*/, () => `<style>${style}</style>`)
        .replace('</body>', () => `<script type="module">${script}</script></body>`)
        .replace(
          /<meta charset="utf-8" \/>/,
          (charset) => `${charset}<meta http-equiv="content-security-policy" content="${policy}" />`,
        );
    },
  };
}

function takeOut(bundle: Rollup.OutputBundle, ending: string): string {
  const file = Object.values(bundle).find(({ fileName }) => fileName.endsWith(ending));
  if (!file) throw new Error(`the checking page has no ${ending}`);
  delete bundle[file.fileName];
  const text = file.type === 'chunk' ? file.code : String(file.source);
  if (/<\/(script|style)/i.test(text)) throw new Error('text would end its own element');
  return text;
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
