import { randomBytes, randomInt } from 'node:crypto'
import { appendSlugSuffix, buildSeoSlug } from '#core/slugs.ts'

/** Returns whether `generateSlug` generated this slug for a private post, rather than from a title. */
export const isPrivateSlug = (slug: string): boolean => /^private-[0-9a-f]{20}$/.test(slug)

/**
 * Returns the slug of the title on the first attempt, then slugs with increasingly long random suffixes. A private post
 * always gets a random slug.
 */
export const generateSlug = (
  { title, type, isPrivate }: { title: string; type: string; isPrivate: boolean },
  attempt: number,
): string => {
  // A slug based on the title would let others find out that a private post with this title exists.
  if (isPrivate) return `private-${randomBytes(10).toString('hex')}`
  const plain = buildSeoSlug(title, type)
  return attempt === 0 ? plain : appendSlugSuffix(plain, randomSuffix(Math.min(attempt * 2, 10)))
}

/**
 * From this attempt on, `generateSlug` adds a random suffix long enough that the slug is certain to be free.
 */
export const UNGUESSABLE = 5

/** Returns whether a slug is the one of this title, perhaps with a suffix. */
export const isSlugOf = (slug: string, { title, type }: { title: string; type: string }): boolean => {
  const plain = buildSeoSlug(title, type)
  const suffix = slug.slice(slug.lastIndexOf('-') + 1)
  return slug === plain || (/^[a-z0-9]{2,10}$/.test(suffix) && slug === appendSlugSuffix(plain, suffix))
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

const randomSuffix = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
