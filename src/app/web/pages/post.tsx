import { postQuery } from '#features/posts/web/queries.ts'
import type { Page, PageParams } from '#web/navigation/page.ts'
import { getLoadedPostHead, loadPost, parseId } from '../post/load-post.ts'
import { PostView } from '../post/PostView.tsx'

type Params = PageParams<'post'>

const queryOf = ({ id }: Params) => postQuery(Number(id))

const Post = ({ params }: { params: Params }) => <PostView query={queryOf(params)} />

export const page: Page<Params> = {
  load: async (visit) => {
    parseId(visit.params.id)
    await loadPost(visit, queryOf(visit.params))
  },
  head: (visit) => getLoadedPostHead(visit, queryOf(visit.params)),
  Component: Post,
}
