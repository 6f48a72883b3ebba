import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getSiteText } from '../contract.ts'
import type { SiteTextName } from '../contract-values.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** The text of site pages that the operator can edit, such as the privacy policy. */
    'site-texts': true
  }
}

const siteTextKey = defineQueryKey('site-text', { invalidatedBy: { 'site-texts': 'active' } })

export const siteTextQuery = (name: SiteTextName) =>
  queryOptions({
    queryKey: siteTextKey(name),
    queryFn: apiQueryFn<typeof getSiteText>('GET /api/site-texts/:name', { params: { name } }),
  })
