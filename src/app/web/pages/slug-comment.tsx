import { headOfPost, idIn, loadComment, loadPost } from '#app/web/post/load-post.ts'
import { PostView } from '#app/web/post/PostView.tsx'
import { paths } from '#core/paths.ts'
import { slugPostQuery } from '#features/posts/web/queries.ts'
import { Redirect } from '#web/navigation/outcome.ts'
import type { Page } from '#web/navigation/page.ts'

type Params = { topic: string; slug: string; commentId: string }

const queryOf = ({ topic, slug }: Params) => slugPostQuery(topic, slug.toLowerCase())

const SlugComment = ({ params }: { params: Params }) => (
  <PostView query={queryOf(params)} commentId={idIn(params.commentId)} />
)

export const page: Page<Params> = {
  load: async (visit) => {
    const { topic, slug, commentId } = visit.params
    const post = await loadPost(visit, queryOf(visit.params))
    const address = paths.comment(post, idIn(commentId))
    if (decodeURIComponent(address) !== `/t/${topic}/${slug}/comment/${commentId}`)
      throw new Redirect(address, 301)
    await loadComment(visit, post, idIn(commentId))
  },
  head: (visit) => headOfPost(visit, queryOf(visit.params)),
  Component: SlugComment,
}
