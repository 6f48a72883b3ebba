import { paths } from '#core/paths.ts'
import { TEST_KIND } from '../contract-values.ts'
import type { ClaimedDelivery } from './deliveries-query.ts'

type Source = Pick<ClaimedDelivery, 'kind' | 'postId' | 'revision' | 'subjectId' | 'createdAt'>

/**
 * Returns the body of a message: what has happened, and where to read more. It contains no texts, and only what never
 * changes, so that every attempt sends the same.
 */
export const createMessage = (
  siteUrl: string,
  { kind, postId, revision, subjectId, createdAt }: Source,
): string =>
  JSON.stringify({
    type: kind,
    timestamp: createdAt.toISOString(),
    data:
      kind === TEST_KIND || postId === null
        ? {}
        : { postId, revision, ...describe(siteUrl, kind, postId, subjectId ?? 0) },
  })

const describe = (siteUrl: string, kind: string, postId: number, subjectId: number) => {
  const post = { id: postId, isPrivate: false }
  if (kind === 'comment.created')
    return { commentId: subjectId, url: siteUrl + paths.comment(post, subjectId) }
  if (kind === 'suggested_edit.created')
    return { suggestedEditId: subjectId, url: siteUrl + paths.suggestedEdit(postId, subjectId) }
  if (kind === 'result.reported') return { resultId: subjectId, url: siteUrl + paths.post(post) }
  return { url: siteUrl + paths.post(post) }
}
