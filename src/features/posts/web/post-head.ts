import { readByForm } from '@prompt-collection/prompt-blanks/read-by-form'
import { OEMBED_PATH } from '#core/embeds.ts'
import { licenses } from '#core/licenses.ts'
import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import { truncateText, truncateWithEllipsis } from '#core/text.ts'
import type { PageHead, SiteInfo } from '#web/navigation/page.ts'
import { createPreviewImageMeta } from '#web/navigation/preview-image-meta.ts'
import type { PostPage } from '../contract.ts'

const MAX_DESCRIPTION_LENGTH = 200

/** Returns the head of a post's page: title, canonical link, preview metadata for other sites, and structured data. */
export const createPostHead = (post: PostPage, site: SiteInfo): PageHead => {
  const title = `Post - ${post.title}`
  const description = truncateWithEllipsis(
    post.description.replace(/\s+/g, ' ').trim(),
    MAX_DESCRIPTION_LENGTH,
  )
  const url = site.url + paths.post(post)
  const picture = site.url + paths.postPreviewImage(post.id)
  if (post.isPrivate) {
    // A private post's page uses the site's title (docs/spec/pages.md#document-titles), so the browser
    // history does not reveal the post's own title.
    return {
      meta: [
        { name: 'robots', content: 'noindex, nofollow' },
        { name: 'referrer', content: 'no-referrer' },
      ],
      links: [{ rel: 'canonical', href: url }],
    }
  }
  return {
    title,
    meta: [
      { name: 'description', content: description },
      { property: 'og:type', content: 'article' },
      { property: 'og:site_name', content: site.name },
      { property: 'og:title', content: post.title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      ...createPreviewImageMeta(picture),
      { property: 'article:published_time', content: post.createdAt.toISOString() },
      { name: 'twitter:title', content: post.title },
      { name: 'twitter:description', content: description },
    ],
    links: [
      { rel: 'canonical', href: url },
      {
        rel: 'alternate',
        type: 'application/json+oembed',
        href: `${site.url}${OEMBED_PATH}?format=json&url=${encodeURIComponent(url)}`,
        title: post.title,
      },
    ],
    // Only the server's HTML has it, so browsers need no code for it.
    structuredData: import.meta.env.SSR ? structuredData(post, site, url, picture) : '',
  }
}

/**
 * Returns structured data for search engines. The prompt is always truncated as for visitors, even on a
 * member's page (docs/spec/privacy.md#prompts).
 */
const structuredData = (post: PostPage, site: SiteInfo, url: string, picture: string): string =>
  scriptSafe({
    '@context': 'https://schema.org',
    '@type': ['CreativeWork', 'DiscussionForumPosting'],
    headline: post.title,
    description: post.description,
    text: readByForm(truncateText(post.prompt, limits.promptForVisitors), post.form, true),
    url,
    image: picture,
    datePublished: post.createdAt,
    dateModified: post.editedAt ?? post.createdAt,
    version: post.version,
    license: licenses[post.license].url ?? undefined,
    copyrightNotice: post.license === 'all-rights-reserved' ? licenses[post.license].name : undefined,
    isBasedOn: post.sourceUrl || undefined,
    ...(post.topic ? { articleSection: post.topic.name } : {}),
    author: {
      '@type': 'Person',
      name: post.user.username,
      url: site.url + paths.profile(post.user.username),
    },
    interactionStatistic: [
      counter('LikeAction', Math.max(0, post.score)),
      counter('CommentAction', post.commentCount),
    ],
  })

const counter = (action: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: count,
})

/**
 * Serializes JSON for an inline script element, escaped so that it can neither close the element nor be parsed as
 * anything else (OWASP XSS prevention).
 */
const scriptSafe = (data: object): string =>
  JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
