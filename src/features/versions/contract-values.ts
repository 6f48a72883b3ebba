/** A page of the list of versions. */
export const VERSIONS_PER_PAGE = 50

/** An author's edits within this time are one version. */
export const SAME_EDIT_MS = 10 * 60_000
