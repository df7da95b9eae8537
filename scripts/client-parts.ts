/** Groups the client's modules into few files: on a slow connection each request costs more than its bytes. */
import { build, type InlineConfig, type Rollup } from 'vite';

export interface Part {
  name: string;
  test(module: string): boolean;
}

/**
 * `start`: needed by the login. `frame`: added by the first screen after it. `later`: fetched after that
 * screen. `dialogs`: needed by every dialog. `pages`: shared by at least three pages. `widgets`: shared by at
 * least three lazy parts of pages, and by no page itself. The modules of each part are known only after tree shaking, so a first
 * build runs without grouping.
 */
export async function findParts(config: InlineConfig): Promise<Part[]> {
  const options = { ...config.build, write: false, minify: false };
  const built = await build({ ...config, configFile: false, logLevel: 'warn', build: options });
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const bundle = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk]));
  const of = (module: string) => modulesOf(chunksOf(bundle, module));

  const start = of('index.html');
  const frame = union([of('shell/Shell.tsx'), of('areas/dashboard/DashboardPage.tsx')]).difference(start);
  const late = chunks.flatMap((chunk) => {
    const parts = new Set<Rollup.OutputChunk>();
    if (chunk.type === 'chunk' && chunk.isDynamicEntry) addWithImports(bundle, chunk, parts);
    const isPage = chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('Page.tsx') === true;
    return parts.size > 0 ? [{ isPage, modules: modulesOf(parts) }] : [];
  });
  const neededBy = (count: number, parts: readonly Set<string>[]) =>
    new Set([...union(parts)].filter((id) => parts.filter((part) => part.has(id)).length >= count));
  const [ofPages, ofWidgets] = [true, false].map((page) =>
    late.filter(({ isPage }) => isPage === page).map(({ modules }) => modules),
  );
  const first = start.union(frame);
  const later = of('shell/AfterFirstScreen.tsx').difference(first);
  const dialogs = of('ui/Questions.tsx').difference(first).difference(later);
  const behind = first.union(later).union(dialogs);
  const pages = neededBy(3, ofPages ?? []).difference(behind);
  const widgets = neededBy(3, ofWidgets ?? [])
    .difference(behind)
    .difference(union(ofPages ?? []));
  // The entry stays a separate file: its name identifies the version.
  for (const file of ['index.html', 'main.tsx']) start.delete(`${config.root}/${file}`);
  return Object.entries({ start, frame, later, dialogs, pages, widgets }).map(([name, modules]) => ({
    name,
    test: (module) => modules.has(module),
  }));
}

export function chunksOf(bundle: Rollup.OutputBundle, module: string): Set<Rollup.OutputChunk> {
  const isIt = (id: string | null) => id?.endsWith(`/client/${module}`);
  const found = new Set<Rollup.OutputChunk>();
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && (isIt(chunk.facadeModuleId) || chunk.moduleIds.some(isIt)))
      addWithImports(bundle, chunk, found);
  return found;
}

function addWithImports(
  bundle: Rollup.OutputBundle,
  chunk: Rollup.OutputAsset | Rollup.OutputChunk | undefined,
  found: Set<Rollup.OutputChunk>,
): void {
  if (chunk?.type !== 'chunk' || found.has(chunk)) return;
  found.add(chunk);
  for (const name of chunk.imports) addWithImports(bundle, bundle[name], found);
}

function modulesOf(chunks: Set<Rollup.OutputChunk>): Set<string> {
  return new Set([...chunks].flatMap(({ moduleIds }) => moduleIds));
}

function union(sets: readonly Set<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]));
}
