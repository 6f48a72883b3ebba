import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getOperator } from '../contract.ts'

const operatorKey = defineQueryKey('operator', {})

export const operatorQuery = queryOptions({
  queryKey: operatorKey(),
  queryFn: apiQueryFn<typeof getOperator>('GET /api/operator', {}),
})
