import { limits } from './limits.ts'
import { truncateText } from './text.ts'

/**
 * Returns a topic's name for links: composed (NFC), in lower case, with runs of whitespace replaced by hyphens
 * (docs/spec/data.md#ids-and-slugs).
 */
export const toTopicSlug = (name: string): string =>
  name.normalize('NFC').trim().toLowerCase().replace(/\s+/g, '-').normalize('NFC')

/**
 * Converts a slug back to a title: hyphens become spaces, and each word is capitalized
 * (docs/spec/data.md#ids-and-slugs).
 */
export const slugToTitle = (slug: string): string =>
  slug
    .replace(/-/g, ' ')
    .replace(/(^|\s)(\S)/gu, (_, space: string, letter: string) => space + letter.toUpperCase())

/**
 * Returns the readable part of a post's link, in any script, at most 80 characters long. Drops apostrophes, variation
 * selectors (which only affect how an emoji is rendered) and characters that nobody sees, such as joiners and soft
 * hyphens. The Turkish `İ` becomes `i`. For a title without letters or digits, uses the post's type instead. The caller
 * makes the slug unique.
 */
export const buildSeoSlug = (title: string, type: string): string => {
  const slug = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/i\u0307+/g, 'i')
    .replace(/['’]|\p{Cf}|\p{Variation_Selector}/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return truncateText(slug, limits.slug).replace(/-$/, '') || type.toLowerCase()
}

/** Appends a suffix that makes the slug unique, keeping it within 80 characters. */
export const appendSlugSuffix = (slug: string, suffix: string): string =>
  `${truncateText(slug, limits.slug - suffix.length - 1).replace(/-$/, '')}-${suffix}`

/** Derives a model's id from its name: `Play.ht` becomes `play-ht` (docs/spec/data.md#model-catalogue). */
export const modelNameToId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
