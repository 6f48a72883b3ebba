import { useQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import type { PostPage } from '#features/posts/contract.ts'
import type { LinkedPost, RelatedPosts as Related } from '#features/posts/contract-related.ts'
import { relatedPostsQuery } from '#features/posts/web/remix/queries.ts'
import { TypeBadge } from '#features/posts/web/TypeBadge.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { cacheOnServer } from '#web/reused-fragments.tsx'
import { RailBox } from '../layout/RightRail.tsx'
import { postPageTexts } from './texts.ts'

/**
 * Lists similar prompts, or others of the topic. If these are few, more posts by the author, whose name leads to them anyway,
 * are listed too (docs/spec/pages.md#post-page). Renders nothing for a private post.
 */
export const RelatedPosts = ({ post }: { post: PostPage }) => {
  const { data } = useQuery({ ...relatedPostsQuery(post.id), enabled: !post.isPrivate })
  return data ? <RelatedBoxes {...data} topic={post.topic?.name} author={post.user.username} /> : null
}

type Props = Omit<Related, 'remixCount'> & { topic: string | undefined; author: string }

const RelatedBoxes = cacheOnServer('RelatedPosts', ({ similar, inTopic, byAuthor, topic, author }: Props) => (
  <>
    <Box title={postPageTexts.similarPosts} posts={similar} />
    {topic && <Box title={postPageTexts.moreIn(topic)} posts={inTopic} />}
    {similar.length + inTopic.length < 3 && <Box title={postPageTexts.moreBy(author)} posts={byAuthor} />}
  </>
))

const Box = ({ title, posts }: { title: string; posts: LinkedPost[] }) =>
  posts.length > 0 && (
    <RailBox title={title}>
      <PostLinks posts={posts} />
    </RailBox>
  )

const PostLinks = ({ posts }: { posts: LinkedPost[] }) => (
  <ul className="flex flex-col">
    {posts.map((post) => (
      <li key={post.id} className="py-1">
        <SiteLink
          href={paths.post(post)}
          dir="auto"
          className="block py-1 font-medium text-ink hover:underline"
        >
          {post.title}
        </SiteLink>
        <span className="flex items-center gap-2 text-xs">
          <TypeBadge type={post.type} /> {postPageTexts.points(post.score)}
        </span>
      </li>
    ))}
  </ul>
)
