import { pages } from '#core/pages.ts'
import { paths } from '#core/paths.ts'
import {
  type PostLinkRow,
  selectPostLinks,
  selectRangesWithPublicPosts,
} from '#features/posts/server/post-links-query.ts'
import type { Topic } from '#features/topics/contract.ts'
import type { Sql } from '#server/database/connect.ts'
import { escapeXml } from './escape-xml.ts'

/**
 * The number of ids in one part. A sitemap can contain 50,000 links, but smaller parts are faster to generate
 * and fetch.
 */
const IDS_PER_PART = 10_000

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/**
 * Returns the sitemap index. Part 0 contains the site's own pages, the topics, tags and collections; each
 * further part covers ten thousand post ids. Parts without a public post are left out.
 */
export const renderSitemapIndex = async (sql: Sql, siteUrl: string): Promise<string> => {
  const parts = [0, ...(await selectRangesWithPublicPosts(sql, IDS_PER_PART))]
  const entries = parts.map(
    (part) => `<sitemap><loc>${escapeXml(siteUrl + paths.sitemapPart(part))}</loc></sitemap>`,
  )
  return `${XML_DECLARATION}<sitemapindex ${NAMESPACE}>${entries.join('')}</sitemapindex>`
}

type SitemapContent = { topics: Topic[]; tags: readonly string[]; collectionPaths: readonly string[] }

/**
 * Returns the sitemap for the site's own pages, the topics, the tags used by several posts, and public
 * collections.
 */
export const renderPageSitemap = (
  { topics, tags, collectionPaths }: SitemapContent,
  siteUrl: string,
): string =>
  urlSet([
    ...Object.values(pages).flatMap(({ path, isInSitemap }) => (isInSitemap ? [entry(siteUrl + path)] : [])),
    ...topics.map(({ name }) => entry(siteUrl + paths.topic(name))),
    ...tags.map((tag) => entry(siteUrl + paths.tag(tag))),
    ...collectionPaths.map((path) => entry(siteUrl + path)),
  ])

/** Returns one part of the sitemap of posts, or null if it would be empty. */
export const renderPostSitemap = async (sql: Sql, part: number, siteUrl: string): Promise<string | null> => {
  const links = await selectPostLinks(sql, (part - 1) * IDS_PER_PART + 1, part * IDS_PER_PART + 1)
  if (links.length === 0) return null
  return urlSet(links.map((link) => entry(siteUrl + postPath(link), link.createdAt)))
}

const postPath = ({ id, seoSlug, topicName }: PostLinkRow): string =>
  paths.post({ id, isPrivate: false, seoSlug, topic: topicName === null ? null : { name: topicName } })

const entry = (url: string, lastModified?: Date): string =>
  `<url><loc>${escapeXml(url)}</loc>${lastModified ? `<lastmod>${lastModified.toISOString()}</lastmod>` : ''}</url>`

const urlSet = (entries: string[]): string =>
  `${XML_DECLARATION}<urlset ${NAMESPACE}>${entries.join('')}</urlset>`
