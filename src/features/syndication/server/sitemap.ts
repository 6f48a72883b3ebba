import { paths } from '#core/paths.ts'
import { findHighestId, type LinkRow, listLinks } from '#features/syndication/server/store.ts'
import { xml } from '#features/syndication/server/xml.ts'
import type { Topic } from '#features/topics/contract.ts'
import type { Sql } from '#server/database/connect.ts'

/** Ids in one part. A sitemap may hold 50,000 links; smaller parts are made and fetched sooner. */
const PART = 10_000

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** The index: part 0 holds the site's own pages and topics, part n the n-th ten thousand ids. */
export const sitemapIndex = async (sql: Sql, siteUrl: string): Promise<string> => {
  const entries = Array.from(
    { length: (await countParts(sql)) + 1 },
    (_, part) => `<sitemap><loc>${xml(siteUrl + paths.sitemapPart(part))}</loc></sitemap>`,
  )
  return `${HEAD}<sitemapindex ${SPACE}>${entries.join('')}</sitemapindex>`
}

export const sitemapOfPages = (topics: Topic[], siteUrl: string): string =>
  urlSet([
    ...[paths.home, paths.popular, paths.newest, paths.leaderboard, paths.optimize].map((path) =>
      entry(siteUrl + path),
    ),
    ...topics.map(({ name }) => entry(siteUrl + paths.topic(name))),
  ])

const countParts = async (sql: Sql): Promise<number> => Math.ceil((await findHighestId(sql)) / PART)

/** Null for a part that the index does not name. */
export const sitemapOfPosts = async (sql: Sql, part: number, siteUrl: string): Promise<string | null> => {
  if (part > (await countParts(sql))) return null
  const links = await listLinks(sql, (part - 1) * PART + 1, part * PART + 1)
  return urlSet(links.map((link) => entry(siteUrl + linkOf(link), link.createdAt)))
}

const linkOf = ({ id, seoSlug, topicName }: LinkRow): string =>
  paths.post({ id, isPrivate: false, seoSlug, topic: topicName === null ? null : { name: topicName } })

const entry = (url: string, changed?: Date): string =>
  `<url><loc>${xml(url)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`

const urlSet = (entries: string[]): string => `${HEAD}<urlset ${SPACE}>${entries.join('')}</urlset>`
