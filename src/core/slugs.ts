import { limits } from './limits.ts'
import { cutText } from './text.ts'

/** A topic's name in links: lower case, runs of white space become hyphens (section 2). */
export const topicSlug = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '-')

/** The reverse rule for titles: hyphens become spaces, each word is capitalised (section 2). */
export const titleFromSlug = (slug: string): string =>
  slug
    .replace(/-/g, ' ')
    .replace(/(^|\s)(\S)/gu, (_, space: string, letter: string) => space + letter.toUpperCase())

/**
 * The readable part of a post's link, in any script, at most 80 characters.
 * What only says how an emoji is to be drawn goes with it. A title with no usable letters falls back to the post's type. Uniqueness is the store's concern.
 */
export const seoSlug = (title: string, type: string): string => {
  const letters = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]|\u{200d}|\p{Variation_Selector}/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return cutText(letters, limits.slug).replace(/-+$/, '') || type.toLowerCase()
}

/** The same slug told apart by a suffix, still within 80 characters. */
export const slugWithSuffix = (slug: string, suffix: string): string =>
  `${cutText(slug, limits.slug - suffix.length - 1).replace(/-+$/, '')}-${suffix}`

/** A model's id from its name (product catalogue): `Play.ht` becomes `play-ht`. */
export const modelId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
