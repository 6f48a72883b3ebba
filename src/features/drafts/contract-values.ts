export const MAX_DRAFTS = 100
export const MAX_VERSIONS = 10
/** Saves made within this time after a version was started belong to the same version. */
export const SAME_VERSION_MS = 60_000

/** The minimum time between scheduling a draft and its publication. `MAX_AHEAD_MS` is the maximum. */
export const MIN_AHEAD_MS = 60_000
export const MAX_AHEAD_MS = 365 * 86_400_000
