/**
 * Delimiters around each matched word in highlighted text. They are private-use characters, so the text never
 * contains HTML.
 */
export const HIGHLIGHT_START = '\uE000'
export const HIGHLIGHT_END = '\uE001'

/** The sort orders of search results. The first one is the default. */
export const searchSorts = ['relevance', 'new', 'top'] as const
export type SearchSort = (typeof searchSorts)[number]

/** The cursor for a page of results: the rank, score and id of the last result before that page. */
export type SearchCursor = { rank: number; score: number; id: number }
export const SEARCH_CURSOR_PATTERN = /^(\d{1,9})_(-?\d{1,9})_([1-9]\d{0,8})$/

export const isSearchCursor = (text: string): boolean => SEARCH_CURSOR_PATTERN.test(text)

export const encodeSearchCursor = ({ rank, score, id }: SearchCursor): string => `${rank}_${score}_${id}`
