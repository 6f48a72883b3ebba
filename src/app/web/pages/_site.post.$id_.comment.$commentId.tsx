import { createFileRoute } from '@tanstack/react-router'
import { headOfPost, idIn, loadComment, loadPost } from '#app/web/post/load-post.ts'
import { PostView } from '#app/web/post/PostView.tsx'
import { postQuery } from '#features/posts/web/queries.ts'

export const Route = createFileRoute('/_site/post/$id_/comment/$commentId')({
  loader: async ({ context, params }) => {
    const commentId = idIn(params.commentId)
    await loadComment(context, await loadPost(context, postQuery(idIn(params.id))), commentId)
  },
  head: ({ match: { context, params } }) => headOfPost(context, postQuery(Number(params.id))),
  component: PostComment,
})

function PostComment() {
  const params = Route.useParams()
  return <PostView query={postQuery(Number(params.id))} commentId={idIn(params.commentId)} />
}
