import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getSkill, getSkillFile } from '../contract.ts'

const skillKey = defineQueryKey('skill', { invalidatedBy: { posts: 'active' } })
const fileKey = defineQueryKey('skill-file')

/** A skill with its versions. An edit of the post changes `version`, and so the key. */
export const skillQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: skillKey(id, version),
    queryFn: apiQueryFn<typeof getSkill>('GET /api/posts/:id/skill', { params: { id } }),
  })

export const skillFileQuery = (id: number, sha256: string) =>
  queryOptions({
    queryKey: fileKey(id, sha256),
    queryFn: apiQueryFn<typeof getSkillFile>('GET /api/posts/:id/skill/files/:digest', {
      params: { id, digest: sha256 },
    }),
    staleTime: Number.POSITIVE_INFINITY,
  })
