import { paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { isModeratorOf } from '#web/moderation-request.ts'
import { cacheOnServer } from '#web/reused-fragments.tsx'
import type { Comment } from '../contract.ts'
import { CommentBody } from './CommentBody.tsx'
import { type CommentThread, countThreadComments } from './comment-thread.ts'
import { commentTexts } from './texts.ts'

type Props = {
  comment: Comment
  thread: CommentThread
  isOpen: boolean
  /** A comment with at most one reply is not collapsed: there is little to hide. */
  canCollapse: boolean
  onToggle(): void
  /**
   * The author of the parent comment. Set only if the comment is nested so deeply that the indentation on
   * phones no longer shows which comment it replies to.
   */
  parentAuthor?: string | undefined
}

/**
 * Returns the post version that the comment refers to. Returns null if the post has not changed since then.
 */
const seenVersion = ({ postVersion }: Pick<Comment, 'postVersion'>, thread: CommentThread): number | null =>
  postVersion !== null && postVersion < thread.postVersion ? postVersion : null

const Content = ({ comment, thread, isOpen, canCollapse, onToggle, parentAuthor }: Props) => {
  const user = useCurrentUser()
  const isTarget = comment.id === thread.target
  const isPending = comment.id < 0
  const author = comment.user?.username ?? commentTexts.deleted
  const version = seenVersion(comment, thread)
  return (
    <div
      className={classNames(
        '-mx-2 rounded-lg px-2 py-1',
        isTarget && 'bg-accent-fill/15',
        isPending && 'opacity-60',
      )}
    >
      <div className="flex items-center gap-2 text-xs text-muted cramped:flex-wrap">
        <span className="size-5">
          {canCollapse && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={commentTexts[isOpen ? 'collapse' : 'expand'](author)}
              onClick={onToggle}
              className="relative grid size-full place-items-center rounded-sm after:absolute after:-inset-2 hover:bg-sunken hover:text-ink"
            >
              <Icon name={isOpen ? 'minus' : 'plus'} size={14} />
            </button>
          )}
        </span>
        {comment.user ? (
          <SiteLink
            href={paths.profile(author)}
            className="inline-link flex min-w-0 items-center gap-1.5 font-medium text-ink"
          >
            <Avatar username={author} picture={comment.user.avatar} size={20} />
            <span className="truncate">{author}</span>
          </SiteLink>
        ) : (
          <span>{commentTexts.deleted}</span>
        )}
        {comment.user && comment.userId === thread.authorId && (
          <span className="flex-none rounded-sm border border-accent px-1 font-medium text-accent">
            {commentTexts.author}
          </span>
        )}
        {isPending ? (
          <span>{commentTexts.sending}</span>
        ) : !user && !isTarget ? (
          // A visitor's page has few controls, so the link is in the comment's menu.
          <RelativeTime date={comment.createdAt} className="flex-none" />
        ) : (
          <SiteLink
            href={thread.hrefOf(comment.id)}
            title={commentTexts.permalink}
            className="inline-link flex-none hover:text-ink"
          >
            <RelativeTime date={comment.createdAt} />
          </SiteLink>
        )}
        {comment.editedAt !== null && (
          <RelativeTime date={comment.editedAt} className="flex-none">
            {commentTexts.edited}
          </RelativeTime>
        )}
        {version !== null && (
          <SiteLink
            href={paths.version(comment.postId, version)}
            className="inline-link flex-none hover:text-ink"
          >
            {commentTexts.onVersion(version)}
          </SiteLink>
        )}
        {!isOpen && <span className="flex-none">{commentTexts.hidden(countThreadComments(comment))}</span>}
      </div>
      {parentAuthor !== undefined && (
        <p className="ml-7 truncate text-xs text-muted wide:hidden">
          {commentTexts.replyingTo(parentAuthor)}
        </p>
      )}
      {isOpen && !comment.isDeleted && (
        <CommentBody comment={comment} thread={thread} author={author} isPending={isPending} />
      )}
    </div>
  )
}

/** Shows a comment's author, time, text and actions, without its replies. */
export const CommentContent = cacheOnServer(
  'Comment',
  Content,
  import.meta.env.SSR && {
    // The cached server-rendered comment lacks elements that only some viewers see, so it is not used for them:
    // authors can delete the comment, admins can remove it, moderators decide about it, and muted members see their drafts.
    isPersonal: ({ comment, thread }, user) =>
      isModeratorOf(user, thread.topicId) || user.isMuted || user.id === comment.userId,
    // Without this cache, a page with a hundred comments would cost five times as much to render. The post's author, the
    // sort order and other comments are not part of the cache key, because they do not affect a comment's content.
    keyOf: ({
      comment: { replies: _, moreReplies: __, ...comment },
      thread,
      isOpen,
      canCollapse,
      parentAuthor,
    }) => [
      comment,
      comment.id === thread.target,
      comment.userId === thread.authorId,
      seenVersion(comment, thread),
      thread.hrefOf(comment.id),
      isOpen,
      canCollapse,
      parentAuthor,
    ],
  },
)
