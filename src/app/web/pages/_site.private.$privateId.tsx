import { createFileRoute } from '@tanstack/react-router'
import { headOfPost, loadPost } from '#app/web/post/load-post.ts'
import { PostView } from '#app/web/post/PostView.tsx'
import { privatePostQuery } from '#features/posts/web/queries.ts'

export const Route = createFileRoute('/_site/private/$privateId')({
  loader: async ({ context, params }) => {
    await loadPost(context, privatePostQuery(params.privateId))
  },
  head: ({ match: { context, params } }) => headOfPost(context, privatePostQuery(params.privateId)),
  component: PrivatePost,
})

function PrivatePost() {
  const params = Route.useParams()
  return <PostView query={privatePostQuery(params.privateId)} />
}
