import { paths } from '#core/paths.ts'
import { postBySlugQuery } from '#features/posts/web/queries.ts'
import { createCanonicalRedirect, type Page, type PageParams } from '#web/navigation/page.ts'
import { getLoadedPostHead, loadComment, loadPost, parseId } from '../post/load-post.ts'
import { PostView } from '../post/PostView.tsx'

type Params = PageParams<'slug-comment'>

const queryOf = ({ topic, slug }: Params) => postBySlugQuery(topic, slug.toLowerCase())

const SlugComment = ({ params }: { params: Params }) => (
  <PostView query={queryOf(params)} commentId={parseId(params.commentId)} />
)

export const page: Page<Params> = {
  load: async (visit) => {
    const { topic, slug, commentId } = visit.params
    const post = await loadPost(visit, queryOf(visit.params))
    const address = paths.comment(post, parseId(commentId))
    if (decodeURIComponent(address) !== `/t/${topic}/${slug}/comment/${commentId}`)
      throw createCanonicalRedirect(address, visit.location)
    await loadComment(visit, post, parseId(commentId))
  },
  head: (visit) => getLoadedPostHead(visit, queryOf(visit.params)),
  Component: SlugComment,
}
