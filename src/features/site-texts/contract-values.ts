/** The pages whose text the operator can write, by their names in `pages.ts`. */
export const siteTextPages = ['about', 'rules', 'privacy', 'terms'] as const

/** What the operator can write: the texts of these pages, and the list of words that mean the same in a search. */
export const siteTextNames = [...siteTextPages, 'synonyms'] as const
export type SiteTextName = (typeof siteTextNames)[number]
export type SiteTextPageName = (typeof siteTextPages)[number]
