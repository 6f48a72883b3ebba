import type { Config } from '#server/config.ts'
import { loadBuiltRenderer } from './built-renderer.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { PageRenderer } from './render.ts'

/** Renders pages from the build, or in development from the sources with Vite. */
export const openRenderer = async (
  { siteName, publicUrl }: Config,
  lifecycle: Lifecycle,
): Promise<PageRenderer> => {
  const site = { name: siteName, url: publicUrl }
  if (process.env.NODE_ENV !== 'development') return loadBuiltRenderer(site)
  // Imported lazily, because production must not load Vite.
  const { openDevRenderer } = await import('./dev.ts')
  return openDevRenderer(site, lifecycle)
}
