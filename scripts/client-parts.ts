/** Which modules of the client travel in one file: a phone far from its server waits for each request, not each byte. */
import { build, type InlineConfig, type Rollup } from 'vite';

/** A module that so many of the parts loaded later need comes along with the first of them. */
const shared = 3;

export interface Part {
  name: string;
  test(module: string): boolean;
}

/**
 * `start` is what the login needs, `frame` what the first screen of a signed-in person adds, `later` what is fetched
 * behind that screen, and `pages` what many others have in common. A first build without any grouping tells, after
 * all unused code has fallen away, what each of them needs.
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
    return parts.size > 0 ? [modulesOf(parts)] : [];
  });
  const often = [...union(late)].filter((id) => late.filter((part) => part.has(id)).length >= shared);
  const later = of('shell/AfterFirstScreen.tsx').difference(start).difference(frame);
  const pages = new Set(often).difference(start).difference(frame).difference(later);
  // The entry stays a file of its own, whose name is the version's.
  for (const file of ['index.html', 'main.tsx']) start.delete(`${config.root}/${file}`);
  return Object.entries({ start, frame, later, pages }).map(([name, modules]) => ({
    name,
    test: (module) => modules.has(module),
  }));
}

/**
 * The chunk that holds a module of client/, the one that only stands for it, if there is such, and all that they
 * import statically.
 */
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
