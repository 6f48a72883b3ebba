import { paths } from '#core/paths.ts'
import { postBySlugQuery } from '#features/posts/web/queries.ts'
import { createCanonicalRedirect, type Page, type PageParams } from '#web/navigation/page.ts'
import { getLoadedPostHead, loadPost } from '../post/load-post.ts'
import { PostView } from '../post/PostView.tsx'

type Params = PageParams<'slug-post'>

const queryOf = ({ topic, slug }: Params) => postBySlugQuery(topic, slug.toLowerCase())

const SlugPost = ({ params }: { params: Params }) => <PostView query={queryOf(params)} />

export const page: Page<Params> = {
  load: async (visit) => {
    const { topic, slug } = visit.params
    const address = paths.post(await loadPost(visit, queryOf(visit.params)))
    if (decodeURIComponent(address) !== `/t/${topic}/${slug}`)
      throw createCanonicalRedirect(address, visit.location)
  },
  head: (visit) => getLoadedPostHead(visit, queryOf(visit.params)),
  Component: SlugPost,
}
