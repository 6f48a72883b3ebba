import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Config } from '#server/config.ts'
import { siteVersion } from '#server/version.ts'
import type { SiteInfo } from '#web/navigation/page.ts'
import type { PageAssets } from '../web/page-state.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { PageRenderer } from './page-renderer.ts'
import { clientDirectory } from './static-files.ts'

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>
type ServerEntry = {
  createRenderer(
    site: SiteInfo,
    assets: PageAssets,
    filesOf: (source: string) => string[],
    build: string,
  ): PageRenderer
}

const ENTRY = 'src/app/web/entry-client.tsx'
const manifestFile = `${clientDirectory}/.vite/manifest.json`

/** Loads the renderer from the build in dist/. */
const loadBuiltRenderer = async (site: SiteInfo): Promise<PageRenderer> => {
  const entry = fileURLToPath(new URL('../../../dist/server/entry-server.js', import.meta.url))
  const { createRenderer } = (await import(entry)) as ServerEntry
  const { assets, filesOf } = readManifest()
  // Both files name all the others that were built, and these names contain hashes of the contents.
  const build = hash('sha256', readFileSync(entry, 'utf8') + readFileSync(manifestFile, 'utf8'))
  return createRenderer(site, assets, filesOf, build)
}

/** Reads the build's manifest. Returns the entry point's assets and a function that lists the files built of a source. */
const readManifest = (): { assets: PageAssets; filesOf(source: string): string[] } => {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const entry = manifest[ENTRY]
  if (!entry) throw new Error('The build has no entry point. Run npm run build.')
  const withImports = (name: string): string[] => {
    const chunk = manifest[name]
    if (!chunk || name === ENTRY) return []
    return [chunk.file, ...(chunk.imports ?? []).flatMap(withImports)]
  }
  const url = (file: string) => `/assets/${file.replace(/^assets\//, '')}`
  return {
    assets: {
      scripts: [url(entry.file)],
      styles: (entry.css ?? []).map(url),
      preloads: (entry.imports ?? []).flatMap(withImports).map(url),
    },
    filesOf: (source) => withImports(source).map(url),
  }
}

/** Opens the renderer that renders pages from the build or, in development, from the sources with Vite. */
export const createPageRenderer = async (
  { siteName, publicUrl, license, mail }: Config,
  lifecycle: Lifecycle,
): Promise<PageRenderer> => {
  const isPreset = license.isFixed || license.default !== 'unspecified'
  const site = {
    name: siteName,
    url: publicUrl,
    version: siteVersion,
    ...(isPreset && { license }),
    ...(mail && { sendsMail: true }),
  }
  if (process.env.NODE_ENV !== 'development') return loadBuiltRenderer(site)
  // Imported lazily because production must not load Vite.
  const { createDevRenderer } = await import('./dev-renderer.ts')
  return createDevRenderer(site, lifecycle)
}
