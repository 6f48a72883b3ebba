/** The pages whose texts the operator can write. Each is also the name of the page in the table of pages. */
export const siteTextNames = ['about', 'privacy', 'terms'] as const
export type SiteTextName = (typeof siteTextNames)[number]
