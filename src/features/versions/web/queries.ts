import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { compareVersions, getVersion, listVersions } from '../contract.ts'

const invalidatedBy = { 'post-versions': 'active' } as const
const versionsKey = defineQueryKey('versions', { invalidatedBy })
const versionKey = defineQueryKey('version', { invalidatedBy })
const comparisonKey = defineQueryKey('comparison', { invalidatedBy })

/**
 * Fetches a page of a post's versions, newest first. If `before` is given, the page contains only versions with lower
 * numbers.
 */
export const versionsQuery = (id: number, before?: number) =>
  queryOptions({
    queryKey: versionsKey(id, before ?? null),
    queryFn: apiQueryFn<typeof listVersions>('GET /api/posts/:id/versions', {
      params: { id },
      query: before === undefined ? {} : { before },
    }),
  })

export const versionQuery = (id: number, number: number) =>
  queryOptions({
    queryKey: versionKey(id, number),
    queryFn: apiQueryFn<typeof getVersion>('GET /api/posts/:id/versions/:number', { params: { id, number } }),
  })

export const comparisonQuery = (id: number, from: number, to: number) =>
  queryOptions({
    queryKey: comparisonKey(id, from, to),
    queryFn: apiQueryFn<typeof compareVersions>('GET /api/posts/:id/versions/compare', {
      params: { id },
      query: { from, to },
    }),
  })
