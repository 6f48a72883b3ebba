import { limits } from '#core/limits.ts'

/**
 * The possible visibilities of a collection: readable by its owner, by anyone with its link, or by everyone.
 * A public collection is also listed on its owner's profile.
 */
export const collectionVisibilities = ['private', 'link', 'public'] as const
export type CollectionVisibility = (typeof collectionVisibilities)[number]

/** The roles in a collection. An editor can change the collection's items; an invited member can become an editor. */
export const collectionRoles = ['owner', 'editor', 'invited'] as const
export type CollectionRole = (typeof collectionRoles)[number]

export const MAX_COLLECTIONS = 200
/** The maximum number of editors of a collection, including invited members. */
export const MAX_EDITORS = 20
/**
 * The maximum number of other members' collections that a member can edit. It is limited, like the number of
 * followed collections, because the feed reads the newest posts of each one.
 */
export const MAX_EDITED_COLLECTIONS = 100
export const MAX_FOLLOWED_COLLECTIONS = 100
export const MAX_COLLECTION_ITEMS = 2_000
export const ITEMS_PER_PAGE = 20
/** Lists of collections stop counting a collection's posts at this number and show "100+". */
export const MAX_COUNTED_ITEMS = 100
export const MAX_COVER_FILES = 4

export const exportFormats = ['markdown', 'json', 'zip'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const collectionMessages = {
  titleRequired: 'Give the collection a name',
  titleTooLong: `The name must be at most ${limits.collectionTitle} characters`,
  descriptionTooLong: `The description must be at most ${limits.collectionDescription} characters`,
  usernameRequired: 'Enter a username',
  usernameTooLong: 'No username is this long',
  noteTooLong: `The note must be at most ${limits.collectionNote} characters`,
} as const
