import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PageRenderer } from '#app/server/render.ts'
import { clientFolder } from '#app/server/static-files.ts'
import type { Assets, Site } from '#app/web/router-context.ts'

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>
type ServerEntry = { createRenderer(site: Site, assets: Assets): PageRenderer }

const ENTRY = 'src/app/web/entry-client.tsx'

/** The renderer of the built pages in dist/. */
export const loadBuiltRenderer = async (site: Site): Promise<PageRenderer> => {
  const entry = fileURLToPath(new URL('../../../dist/server/entry-server.js', import.meta.url))
  const { createRenderer } = (await import(entry)) as ServerEntry
  return createRenderer(site, readAssets())
}

const readAssets = (): Assets => {
  const manifest = JSON.parse(readFileSync(`${clientFolder}/.vite/manifest.json`, 'utf8')) as Manifest
  const entry = manifest[ENTRY]
  if (!entry) throw new Error('The built files have no entry; run npm run build')
  const url = (file: string) => `/assets/${file.replace(/^assets\//, '')}`
  return {
    scripts: [url(entry.file)],
    styles: (entry.css ?? []).map(url),
    preloads: (entry.imports ?? []).map((name) => url(manifest[name]?.file ?? '')),
  }
}
