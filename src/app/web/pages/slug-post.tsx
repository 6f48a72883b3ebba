import { headOfPost, loadPost } from '#app/web/post/load-post.ts'
import { PostView } from '#app/web/post/PostView.tsx'
import { paths } from '#core/paths.ts'
import { slugPostQuery } from '#features/posts/web/queries.ts'
import { Redirect } from '#web/navigation/outcome.ts'
import type { Page } from '#web/navigation/page.ts'

type Params = { topic: string; slug: string }

const queryOf = ({ topic, slug }: Params) => slugPostQuery(topic, slug.toLowerCase())

const SlugPost = ({ params }: { params: Params }) => <PostView query={queryOf(params)} />

export const page: Page<Params> = {
  load: async (visit) => {
    const { topic, slug } = visit.params
    const address = paths.post(await loadPost(visit, queryOf(visit.params)))
    if (decodeURIComponent(address) !== `/t/${topic}/${slug}`) throw new Redirect(address, 301)
  },
  head: (visit) => headOfPost(visit, queryOf(visit.params)),
  Component: SlugPost,
}
