/** The page size of the version list. */
export const VERSIONS_PER_PAGE = 50

/** An author's edits within this time after the first one are combined into one version. */
export const EDIT_MERGE_WINDOW_MS = 10 * 60_000
