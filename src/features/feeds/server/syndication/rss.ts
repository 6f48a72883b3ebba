import { readByForm } from '@prompt-collection/prompt-blanks/read-by-form'
import { licenses } from '#core/licenses.ts'
import { paths } from '#core/paths.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { escapeXml } from './escape-xml.ts'

type Channel = { title: string; description: string; link: string; self: string }

/**
 * Renders RSS 2.0. The posts are read as a visitor would see them, so the feed contains only the part of a
 * prompt that visitors can read.
 */
export const renderRss = (
  siteUrl: string,
  { title, description, link, self }: Channel,
  posts: PostCard[],
): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:creativeCommons="http://backend.userland.com/creativeCommonsRssModule"><channel>',
    `<title>${escapeXml(title)}</title><description>${escapeXml(toHtml(description))}</description><link>${escapeXml(siteUrl + link)}</link>`,
    `<atom:link href="${escapeXml(siteUrl + self)}" rel="self" type="application/rss+xml"/>`,
    ...posts.map((post) => item(siteUrl, post)),
    '</channel></rss>',
  ].join('\n')

const item = (siteUrl: string, post: PostCard): string =>
  [
    `<item><title>${escapeXml(post.title)}</title><link>${escapeXml(siteUrl + paths.post(post))}</link>`,
    // The link contains the topic, which may change; the id never changes.
    `<guid isPermaLink="false">${escapeXml(siteUrl + paths.postById(post.id))}</guid>`,
    `<pubDate>${post.createdAt.toUTCString()}</pubDate><dc:creator>${escapeXml(post.user.username)}</dc:creator>`,
    originOf(post),
    `<category>${post.type}</category>${post.topic ? `<category>${escapeXml(post.topic.name)}</category>` : ''}`,
    `<description>${escapeXml(toHtml(`${post.description}\n\n${promptOf(post)}`))}</description></item>`,
  ].join('')

const promptOf = ({ prompt, form, promptTruncated }: PostCard): string =>
  `${readByForm(prompt, form, promptTruncated)}${promptTruncated ? '…' : ''}`

const originOf = ({ license, sourceUrl }: PostCard): string => {
  const { name, url } = licenses[license]
  return [
    license === 'unspecified' ? '' : `<dc:rights>${escapeXml(name)}</dc:rights>`,
    url ? `<creativeCommons:license>${escapeXml(url)}</creativeCommons:license>` : '',
    sourceUrl ? `<dc:source>${escapeXml(sourceUrl)}</dc:source>` : '',
  ].join('')
}

/**
 * Converts text to HTML that shows it as written, with its paragraphs, line breaks and indentation. Feed readers
 * interpret a description as HTML.
 */
const toHtml = (text: string): string => {
  const paragraphs = text.split(/(?:\r?\n[^\S\n]*){2,}/).map((paragraph) =>
    escapeXml(paragraph)
      .replace(/^[ \t]+| {2,}/gm, (spaces) => '\u00a0'.repeat(spaces.length))
      .replace(/\r\n?|\n/g, '<br>'),
  )
  return paragraphs.length > 1
    ? paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
    : paragraphs.join('')
}
