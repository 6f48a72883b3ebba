import { paths } from '#core/paths.ts'
import type { Head, Site } from '#web/navigation/page.ts'
import { previewImageMeta } from '#web/navigation/preview-image-meta.ts'
import { defaultHead } from './default-head.ts'

type About = {
  /** The page's canonical path, without cursors or anything a visitor may have added. */
  path: string
  title?: string
  /** The title for link previews, if it differs from the page's. */
  shared?: string | undefined
  description?: string
  /** The path of the page's RSS feed. */
  feed?: string
}

/** A page's title, canonical link and feed. */
export const pageHead = (site: Site, { path, title, shared = title, description, feed }: About): Head => ({
  ...(title ? { title } : {}),
  meta: [
    { property: 'og:title', content: shared ?? defaultHead(path, site.name).title },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(description ? [{ property: 'og:description', content: description }] : []),
    { property: 'og:url', content: site.url + path },
    { property: 'og:site_name', content: site.name },
    ...previewImageMeta(site.url + paths.sitePreviewImage),
  ],
  links: [
    { rel: 'canonical', href: site.url + path },
    ...(feed ? [{ rel: 'alternate', type: 'application/rss+xml', href: site.url + feed }] : []),
  ],
})
