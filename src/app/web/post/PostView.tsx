import { useSuspenseQuery } from '@tanstack/react-query'
import type { Comment } from '#core/comment.ts'
import { paths } from '#core/paths.ts'
import { CommentSection } from '#features/comments/web/CommentSection.tsx'
import { feedListTexts } from '#features/feeds/web/texts.ts'
import type { postQuery } from '#features/posts/web/queries.ts'
import { VoteButtons } from '#features/votes/web/VoteButtons.tsx'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Breadcrumb } from '#web/kit/Breadcrumb.tsx'
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
      <Breadcrumb
        links={[
          { href: paths.home, label: postPageTexts.home },
          ...(post.topic ? [{ href: paths.topic(post.topic.name), label: post.topic.name }] : []),
        ]}
        current={post.title}
      />
      <PostArticle post={post} />
      <BoxBoundary>
        <CommentSection post={post} renderVotes={renderVotes} target={commentId} />
      </BoxBoundary>
      {/* Shown only if there is no room for the rail. */}
      <div className="mt-8 flex flex-col gap-4 xl:hidden [.mobile-agent_&]:flex">
        <RelatedPosts post={post} />
      </div>
    </PageLayout>
  )
}

/** The keyboard shortcuts on a post's own page, which are the same as those of feed cards. */
const postShortcuts: readonly Shortcut[] = [
  { key: 'c', label: feedListTexts.cardComments, run: () => find('#comments textarea')?.focus() },
  { key: 'u', label: feedListTexts.upvoteCard, run: () => find('article [data-act="upvote"]')?.click() },
  { key: 'd', label: feedListTexts.downvoteCard, run: () => find('article [data-act="downvote"]')?.click() },
  { key: 'b', label: feedListTexts.bookmarkCard, run: () => find('article [data-act="bookmark"]')?.click() },
]

/** Finds the first matching element. The post's article comes before its comments' articles. */
const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`)
