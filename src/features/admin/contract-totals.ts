import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { adminReadLimit, searchTextSchema } from '#core/query-schemas.ts'
import { countedLists } from './contract-values.ts'

const rowTotalsSchema = z.object({
  count: z.int(),
  isMore: z.boolean(),
  sums: z.record(z.string(), z.int()),
})
export type RowTotals = z.output<typeof rowTotalsSchema>

export const countListRows = endpoint({
  method: 'GET',
  path: '/api/admin/totals/:list',
  summary:
    'Count the rows of a list of the admin panel, and add up their numbers; `isMore` if there are too many to count',
  tag: 'Admin',
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  params: z.object({ list: z.enum(countedLists, `list must be one of ${countedLists.join(', ')}`) }),
  query: z.object({ q: searchTextSchema }),
  reply: rowTotalsSchema,
})
