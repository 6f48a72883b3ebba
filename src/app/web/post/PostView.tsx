import { useSuspenseQuery } from '@tanstack/react-query'
import type { Comment } from '#core/comment.ts'
import { paths } from '#core/paths.ts'
import { CommentSection } from '#features/comments/web/CommentSection.tsx'
import { feedListTexts } from '#features/feeds/web/texts.ts'
import type { PostPage } from '#features/posts/contract.ts'
import type { postQuery } from '#features/posts/web/queries.ts'
import { VoteButtons } from '#features/votes/web/VoteButtons.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { type Shortcut, useShortcuts } from '#web/shortcuts.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import type { PostQuery } from './load-post.ts'
import { PostArticle } from './PostArticle.tsx'
import { PostRail } from './PostRail.tsx'
import { RelatedPosts } from './RelatedPosts.tsx'
import { postPageTexts } from './texts.ts'

const renderVotes = (comment: Comment) => (
  <VoteButtons
    target={{ postId: comment.postId, commentId: comment.id }}
    score={comment.score}
    myVote={comment.myVote}
    size={16}
    className="mr-1"
  />
)

type Props = { query: PostQuery; commentId?: number }

/** A post's page with breadcrumb, post and comments (docs/spec/pages.md#post-page). */
export const PostView = ({ query, commentId }: Props) => {
  const { data: post } = useSuspenseQuery(query as ReturnType<typeof postQuery>)
  useShortcuts(postShortcuts)
  return (
    <PageLayout
      rail={
        <>
          <PostRail post={post} />
          <RelatedPosts post={post} />
        </>
      }
    >
      <Breadcrumb post={post} />
      <PostArticle post={post} />
      <CommentSection post={post} renderVotes={renderVotes} target={commentId} />
      {/* Shown only if there is no room for the rail. */}
      <div className="mt-8 flex flex-col gap-4 xl:hidden [.mobile-agent_&]:flex">
        <RelatedPosts post={post} />
      </div>
    </PageLayout>
  )
}

const Breadcrumb = ({ post }: { post: PostPage }) => (
  <nav aria-label={postPageTexts.breadcrumb} className="text-sm text-muted">
    <ol className="flex min-w-0 items-center gap-1.5">
      <li>
        <SiteLink
          href={paths.home}
          className="control inline-flex items-center hover:text-ink hover:underline"
        >
          {postPageTexts.home}
        </SiteLink>
      </li>
      {post.topic && (
        <li className="flex flex-none items-center gap-1.5">
          <span aria-hidden>›</span>
          <SiteLink
            href={paths.topic(post.topic.name)}
            className="control inline-flex items-center hover:text-ink hover:underline"
          >
            {post.topic.name}
          </SiteLink>
        </li>
      )}
      <li aria-current="page" className="flex min-w-0 items-center gap-1.5">
        <span aria-hidden>›</span>
        <bdi className="truncate">{post.title}</bdi>
      </li>
    </ol>
  </nav>
)

/** The keyboard shortcuts on a post's own page, which are the same as those of feed cards. */
const postShortcuts: readonly Shortcut[] = [
  { key: 'c', label: feedListTexts.cardComments, run: () => find('#comments textarea')?.focus() },
  { key: 'u', label: feedListTexts.upvoteCard, run: () => find('article [data-act="upvote"]')?.click() },
  { key: 'd', label: feedListTexts.downvoteCard, run: () => find('article [data-act="downvote"]')?.click() },
  { key: 'b', label: feedListTexts.bookmarkCard, run: () => find('article [data-act="bookmark"]')?.click() },
]

/** Finds the first matching element. The post's article comes before its comments' articles. */
const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`)
