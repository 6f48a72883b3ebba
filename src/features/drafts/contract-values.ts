export const MAX_DRAFTS = 100
export const MAX_VERSIONS = 10
/** A save within this time of the first one of a version belongs to that version. */
export const SAME_VERSION_MS = 60_000

/** How far ahead a draft can be scheduled. */
export const MIN_AHEAD_MS = 60_000
export const MAX_AHEAD_MS = 365 * 86_400_000
