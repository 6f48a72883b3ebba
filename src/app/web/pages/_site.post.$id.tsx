import { createFileRoute } from '@tanstack/react-router'
import { headOfPost, idIn, loadPost } from '#app/web/post/load-post.ts'
import { PostView } from '#app/web/post/PostView.tsx'
import { postQuery } from '#features/posts/web/queries.ts'

export const Route = createFileRoute('/_site/post/$id')({
  loader: async ({ context, params }) => {
    await loadPost(context, postQuery(idIn(params.id)))
  },
  head: ({ match: { context, params } }) => headOfPost(context, postQuery(Number(params.id))),
  component: Post,
})

function Post() {
  const params = Route.useParams()
  return <PostView query={postQuery(Number(params.id))} />
}
