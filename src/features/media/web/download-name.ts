import { buildSeoSlug } from '#core/slugs.ts'

/** Returns the name under which an example is saved, such as `night-market-2.mp4`. */
export const buildDownloadName = (title: string, position: number, extension: string): string =>
  `${buildSeoSlug(title, 'example')}-${position}.${extension}`
