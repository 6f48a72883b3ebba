import { escapeMarkup } from './escape-markup.ts'

// These paths are not in `paths.ts`, which every first visit loads.
export const OEMBED_PATH = '/oembed'
export const buildEmbedPath = (postId: number): string => `/embed/post/${postId}`

/** The size of an embedded post in CSS pixels, unless another site asks for less. */
export const EMBED_SIZE = { width: 600, height: 280 } as const

/** Builds the HTML that shows a public post on another site. */
export const buildEmbedCode = (
  siteUrl: string,
  post: { id: number; title: string },
  { width, height }: { width: number; height: number } = EMBED_SIZE,
): string =>
  `<iframe src="${siteUrl}${buildEmbedPath(post.id)}" title="${escapeMarkup(post.title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`
