export const MAX_DRAFTS = 100
export const MAX_DRAFT_VERSIONS = 10
/** Saves within this time after a version starts become part of that version. */
export const VERSION_MERGE_WINDOW_MS = 60_000

/** The minimum time between scheduling a draft and its publication. `MAX_SCHEDULE_AHEAD_MS` is the maximum. */
export const MIN_SCHEDULE_AHEAD_MS = 60_000
export const MAX_SCHEDULE_AHEAD_MS = 365 * 86_400_000
