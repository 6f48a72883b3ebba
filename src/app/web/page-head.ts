import { paths } from '#core/paths.ts'
import type { PageHead, SiteInfo } from '#web/navigation/page.ts'
import { createPreviewImageMeta } from '#web/navigation/preview-image-meta.ts'
import { getDefaultHead } from './default-head.ts'

type About = {
  /** The page's canonical path, without cursors and unknown query parameters. */
  path: string
  title?: string
  /** The title for link previews. Defaults to the page's title. */
  shared?: string | undefined
  description?: string
  /** The path of the page's RSS feed. */
  feed?: string
}

/** Returns the title of a page of a post, all of which begin alike (docs/spec/pages.md#document-titles). */
export const toPostTitle = (title: string): string => `Post - ${title}`

/** Returns a page's title, preview metadata, canonical link and feed link. */
export const buildPageHead = (
  site: SiteInfo,
  { path, title, shared = title, description, feed }: About,
): PageHead => ({
  ...(title ? { title } : {}),
  meta: [
    { property: 'og:title', content: shared ?? getDefaultHead(path, site.name).title },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(description ? [{ property: 'og:description', content: description }] : []),
    { property: 'og:url', content: site.url + path },
    { property: 'og:site_name', content: site.name },
    ...createPreviewImageMeta(site.url + paths.sitePreviewImage),
  ],
  links: [
    { rel: 'canonical', href: site.url + path },
    ...(feed ? [{ rel: 'alternate', type: 'application/rss+xml', href: site.url + feed }] : []),
  ],
})
