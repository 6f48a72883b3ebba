import { limits } from '#core/limits.ts'

/** Who can read a collection: its owner, people with its link, or everyone; a public one is also on the owner's profile. */
export const visibilities = ['private', 'link', 'public'] as const
export type Visibility = (typeof visibilities)[number]

/** An editor changes what a collection contains; an invited member may become one. */
export const roles = ['owner', 'editor', 'invited'] as const
export type Role = (typeof roles)[number]

export const MAX_COLLECTIONS = 200
/** How many editors a collection can have, invited ones included. */
export const MAX_EDITORS = 20
/** How many collections of others one can edit, and how many one can follow: the feed reads the newest posts of each. */
export const MAX_EDITED = 100
export const MAX_FOLLOWED_COLLECTIONS = 100
export const MAX_ITEMS = 2_000
export const ITEMS_PER_PAGE = 20
/** Lists of collections say "100+" for more. */
export const MAX_COUNTED_ITEMS = 100

export const exportFormats = ['markdown', 'json', 'zip'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const messages = {
  titleRequired: 'Give the collection a name',
  titleTooLong: `The name must be at most ${limits.collectionTitle} characters`,
  descriptionTooLong: `The description must be at most ${limits.collectionDescription} characters`,
  usernameRequired: 'Enter a username',
  usernameTooLong: 'No username is this long',
  noteTooLong: `The note must be at most ${limits.collectionNote} characters`,
} as const
