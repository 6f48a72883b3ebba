import { createFileRoute } from '@tanstack/react-router'
import { headOfPost, idIn, loadComment, loadPost } from '#app/web/post/load-post.ts'
import { PostView } from '#app/web/post/PostView.tsx'
import { privatePostQuery } from '#features/posts/web/queries.ts'

export const Route = createFileRoute('/_site/private/$privateId_/comment/$commentId')({
  loader: async ({ context, params }) => {
    const commentId = idIn(params.commentId)
    await loadComment(context, await loadPost(context, privatePostQuery(params.privateId)), commentId)
  },
  head: ({ match: { context, params } }) => headOfPost(context, privatePostQuery(params.privateId)),
  component: PrivateComment,
})

function PrivateComment() {
  const params = Route.useParams()
  return <PostView query={privatePostQuery(params.privateId)} commentId={idIn(params.commentId)} />
}
