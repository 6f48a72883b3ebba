import { documentTitle } from '#app/web/document-title.ts'
import type { Head, Site } from '#web/navigation/page.ts'

type About = {
  /** The page's own path, without anchors or anything a visitor may have added. */
  path: string
  title?: string
  /** What a shared link is called, where that is not the page's title. */
  shared?: string | undefined
  description?: string
  /** The path of its RSS feed. */
  feed?: string
}

/** A page's title, canonical link and feed. */
export const pageHead = (site: Site, { path, title, shared = title, description, feed }: About): Head => ({
  ...(title ? { title } : {}),
  meta: [
    { property: 'og:title', content: shared ?? documentTitle(path, site.name) },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(description ? [{ property: 'og:description', content: description }] : []),
    { property: 'og:url', content: site.url + path },
    { property: 'og:site_name', content: site.name },
  ],
  links: [
    { rel: 'canonical', href: site.url + path },
    ...(feed ? [{ rel: 'alternate', type: 'application/rss+xml', href: site.url + feed }] : []),
  ],
})
