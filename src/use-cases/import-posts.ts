import type { EndpointInput, EndpointResponse } from '#core/endpoint.ts'
import { HttpError } from '#core/http-error.ts'
import type { SiteLicense } from '#core/licenses.ts'
import { paths } from '#core/paths.ts'
import type { Member } from '#core/viewer.ts'
import type { importPosts as importPostsEndpoint } from '#features/import/contract-import.ts'
import type { MediaStore } from '#features/media/server/store-file.ts'
import type { CreatePostInput } from '#features/posts/contract.ts'
import { selectSamePrompts } from '#features/posts/server/same-prompt-query.ts'
import { resolveLicense } from '#features/posts/site-license.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import { publishPost } from './publish-post.ts'

type Input = EndpointInput<typeof importPostsEndpoint>['body']
type Resources = MediaStore & { license: SiteLicense; siteUrl: string }
type Results = EndpointResponse<typeof importPostsEndpoint>

/**
 * Creates posts one by one, so that one that is rejected does not hold up the others, and a request that was interrupted
 * can be repeated: a prompt that the member has already, private or public, is left out. Throws 403 if the member is muted
 * and the posts are public.
 */
export const importPosts = async (
  media: Resources,
  member: Member,
  { posts, isPrivate, topicId }: Input,
): Promise<Results> => {
  if (!isPrivate) requireActiveMember(member)
  const results: Results = []
  for (const fields of posts)
    results.push(await importPost(media, member, { ...fields, exampleFiles: [], isPrivate, topicId }))
  return results
}

const importPost = async (
  media: Resources,
  member: Member,
  post: CreatePostInput,
): Promise<Results[number]> => {
  const [same] = await selectSamePrompts(media.sql, member.id, [post.prompt])
  if (same?.own)
    return { status: 'exists', id: same.own.id, url: media.siteUrl + paths.post(same.own), message: null }
  try {
    const created = await publishPost(media, member, {
      ...post,
      license: resolveLicense(media.license, post.license),
    })
    return { status: 'created', id: created.id, url: media.siteUrl + paths.post(created), message: null }
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error
    return { status: 'rejected', id: null, url: null, message: error.message }
  }
}
