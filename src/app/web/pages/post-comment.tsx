import { postQuery } from '#features/posts/web/queries.ts'
import type { Page, PageParams } from '#web/navigation/page.ts'
import { getLoadedPostHead, loadComment, loadPost, parseId } from '../post/load-post.ts'
import { PostView } from '../post/PostView.tsx'

type Params = PageParams<'post-comment'>

const queryOf = ({ id }: Params) => postQuery(Number(id))

const PostComment = ({ params }: { params: Params }) => (
  <PostView query={queryOf(params)} commentId={parseId(params.commentId)} />
)

export const page: Page<Params> = {
  load: async (visit) => {
    parseId(visit.params.id)
    const commentId = parseId(visit.params.commentId)
    await loadComment(visit, await loadPost(visit, queryOf(visit.params)), commentId)
  },
  head: (visit) => getLoadedPostHead(visit, queryOf(visit.params)),
  Component: PostComment,
}
