import { limits } from '#core/limits.ts'

/** Who can read a collection: its owner, whoever has its link, or everybody, who also finds it on the profile. */
export const visibilities = ['private', 'link', 'public'] as const
export type Visibility = (typeof visibilities)[number]

export const MAX_COLLECTIONS = 200
export const MAX_ITEMS = 2_000
export const ITEMS_PER_PAGE = 20

export const messages = {
  titleRequired: 'Give the collection a name',
  titleTooLong: `The name must be at most ${limits.collectionTitle} characters`,
  descriptionTooLong: `The description must be at most ${limits.collectionDescription} characters`,
  noteTooLong: `The note must be at most ${limits.collectionNote} characters`,
} as const
