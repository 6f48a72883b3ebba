import { privatePostQuery } from '#features/posts/web/queries.ts'
import type { Page, PageParams } from '#web/navigation/page.ts'
import {
  getLoadedPostHead,
  loadComment,
  loadPost,
  MISSING_PRIVATE_POST_HEAD,
  parseId,
} from '../post/load-post.ts'
import { PostView } from '../post/PostView.tsx'

type Params = PageParams<'private-comment'>

const queryOf = ({ id }: Params) => privatePostQuery(id)

const PrivateComment = ({ params }: { params: Params }) => (
  <PostView query={queryOf(params)} commentId={parseId(params.commentId)} />
)

export const page: Page<Params> = {
  load: async (visit) => {
    const commentId = parseId(visit.params.commentId)
    await loadComment(visit, await loadPost(visit, queryOf(visit.params)), commentId)
  },
  head: (visit) => getLoadedPostHead(visit, queryOf(visit.params), MISSING_PRIVATE_POST_HEAD),
  Component: PrivateComment,
}
