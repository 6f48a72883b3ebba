import type { EndpointInput, EndpointResponse } from '#core/endpoint.ts'
import { HttpError } from '#core/http-error.ts'
import type { SiteLicense } from '#core/licenses.ts'
import { type LinkedPost, paths } from '#core/paths.ts'
import type { Member } from '#core/viewer.ts'
import type { importPosts as importPostsEndpoint } from '#features/import/contract-import.ts'
import type { CreatePostInput } from '#features/posts/contract.ts'
import { computeIdempotencyKeys } from '#features/posts/server/idempotency-query.ts'
import { requirePost } from '#features/posts/server/post-query.ts'
import { selectSamePrompts } from '#features/posts/server/same-prompt-query.ts'
import { resolveLicense } from '#features/posts/site-license.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import { lockAuthor, writePost } from './publish-post.ts'

type Input = EndpointInput<typeof importPostsEndpoint>['body']
type Resources = { sql: Sql; license: SiteLicense; siteUrl: string }
type Results = EndpointResponse<typeof importPostsEndpoint>

/**
 * Creates posts one by one, so that one that is rejected does not hold up the others, and a request that was interrupted
 * can be repeated: a prompt that the member has already, private or public, is left out. Throws 403 if the member is muted
 * and the posts are public.
 */
export const importPosts = async (
  resources: Resources,
  member: Member,
  { posts, isPrivate, topicId }: Input,
): Promise<Results> => {
  if (!isPrivate) requireActiveMember(member)
  const results: Results = []
  for (const fields of posts)
    results.push(await importPost(resources, member, { ...fields, exampleFiles: [], isPrivate, topicId }))
  return results
}

const importPost = async (
  { sql, license, siteUrl }: Resources,
  member: Member,
  post: CreatePostInput,
): Promise<Results[number]> => {
  const describe = (status: 'created' | 'exists', found: LinkedPost) => ({
    status,
    id: found.id,
    url: siteUrl + paths.post(found),
    message: null,
  })
  try {
    const request = { ...post, license: resolveLicense(license, post.license) }
    const keys = await computeIdempotencyKeys(request)
    const found = await retryOnConflict(() =>
      sql.begin(async (tx) => {
        // Under the author's lock, so that a prompt that is imported twice at the same time is found.
        await lockAuthor(tx, member, request)
        const [same] = await selectSamePrompts(tx, member.id, [post.prompt])
        return same?.own ?? { newId: await writePost(tx, member, request, keys) }
      }),
    )
    return 'newId' in found
      ? describe('created', await requirePost(sql, member, found.newId))
      : describe('exists', found)
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error
    return { status: 'rejected', id: null, url: null, message: error.message }
  }
}
