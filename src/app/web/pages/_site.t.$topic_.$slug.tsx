import { createFileRoute } from '@tanstack/react-router'
import { headOfPost, loadPost, moveTo } from '#app/web/post/load-post.ts'
import { PostView } from '#app/web/post/PostView.tsx'
import { paths } from '#core/paths.ts'
import { slugPostQuery } from '#features/posts/web/queries.ts'

export const Route = createFileRoute('/_site/t/$topic_/$slug')({
  loader: async ({ context, params: { topic, slug } }) => {
    const post = await loadPost(context, slugPostQuery(topic, slug.toLowerCase()))
    const address = paths.post(post)
    if (decodeURIComponent(address) !== `/t/${topic}/${slug}`) throw moveTo(address)
  },
  head: ({ match: { context, params } }) =>
    headOfPost(context, slugPostQuery(params.topic, params.slug.toLowerCase())),
  component: SlugPost,
})

function SlugPost() {
  const { topic, slug } = Route.useParams()
  return <PostView query={slugPostQuery(topic, slug.toLowerCase())} />
}
