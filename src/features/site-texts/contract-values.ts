/** The pages whose text the operator can write, by their names in `pages.ts`. */
export const siteTextNames = ['about', 'privacy', 'terms'] as const
export type SiteTextName = (typeof siteTextNames)[number]
