import { privatePostQuery } from '#features/posts/web/queries.ts'
import type { Page, PageParams } from '#web/navigation/page.ts'
import { getLoadedPostHead, loadPost, MISSING_PRIVATE_POST_HEAD } from '../post/load-post.ts'
import { PostView } from '../post/PostView.tsx'

type Params = PageParams<'private-post'>

const queryOf = ({ id }: Params) => privatePostQuery(id)

const PrivatePost = ({ params }: { params: Params }) => <PostView query={queryOf(params)} />

export const page: Page<Params> = {
  load: (visit) => loadPost(visit, queryOf(visit.params)),
  head: (visit) => getLoadedPostHead(visit, queryOf(visit.params), MISSING_PRIVATE_POST_HEAD),
  Component: PrivatePost,
}
