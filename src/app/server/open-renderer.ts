import type { Config } from '#server/config.ts'
import { loadBuiltRenderer } from './built-renderer.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { PageRenderer } from './render.ts'

/** Pages from the build; in development from the sources, by Vite. */
export const openRenderer = async (
  { siteName, publicUrl }: Config,
  lifecycle: Lifecycle,
): Promise<PageRenderer> => {
  const site = { name: siteName, url: publicUrl }
  if (process.env.NODE_ENV !== 'development') return loadBuiltRenderer(site)
  // Vite is no part of a running site.
  const { openDevRenderer } = await import('./dev.ts')
  return openDevRenderer(site, lifecycle)
}
