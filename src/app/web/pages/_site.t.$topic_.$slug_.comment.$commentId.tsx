import { createFileRoute } from '@tanstack/react-router'
import { headOfPost, idIn, loadComment, loadPost, moveTo } from '#app/web/post/load-post.ts'
import { PostView } from '#app/web/post/PostView.tsx'
import { paths } from '#core/paths.ts'
import { slugPostQuery } from '#features/posts/web/queries.ts'

export const Route = createFileRoute('/_site/t/$topic_/$slug_/comment/$commentId')({
  loader: async ({ context, params: { topic, slug, commentId } }) => {
    const post = await loadPost(context, slugPostQuery(topic, slug.toLowerCase()))
    const address = paths.comment(post, idIn(commentId))
    if (decodeURIComponent(address) !== `/t/${topic}/${slug}/comment/${commentId}`) throw moveTo(address)
    await loadComment(context, post, idIn(commentId))
  },
  head: ({ match: { context, params } }) =>
    headOfPost(context, slugPostQuery(params.topic, params.slug.toLowerCase())),
  component: SlugComment,
})

function SlugComment() {
  const { topic, slug, commentId } = Route.useParams()
  return <PostView query={slugPostQuery(topic, slug.toLowerCase())} commentId={idIn(commentId)} />
}
