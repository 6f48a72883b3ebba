/** The pages whose text the operator can write, by their names in `pages.ts`. */
export const siteTextPages = ['about', 'rules', 'privacy', 'terms'] as const

/**
 * What the operator can write: the texts of these pages, the list of words that mean the same in a search, and the
 * reasons for reports and decisions.
 */
export const siteTextNames = [...siteTextPages, 'synonyms', 'report-reasons'] as const
export type SiteTextName = (typeof siteTextNames)[number]
export type SiteTextPageName = (typeof siteTextPages)[number]
