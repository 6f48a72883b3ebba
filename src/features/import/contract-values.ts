/** The number of prompts that one request compares with the posts of the site. */
export const MAX_COMPARED_PROMPTS = 50
/** The number of posts that one request creates. */
export const MAX_IMPORTED_POSTS = 10
/** The number of such requests of a member in a day: 1,000 posts. */
export const MAX_IMPORTS_PER_DAY = 100
/** The size of a request's texts, so that the whole request stays below a megabyte. */
export const MAX_IMPORT_BYTES = 800_000
