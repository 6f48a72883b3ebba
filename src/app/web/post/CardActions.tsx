import type { ReactNode } from 'react'
import { paths } from '#core/paths.ts'
import { BookmarkButton } from '#features/bookmarks/web/BookmarkButton.tsx'
import type { PostCard } from '#features/posts/contract.ts'
import { shareLink } from '#features/posts/web/share-link.ts'
import { postTexts } from '#features/posts/web/texts.ts'
import { VoteButtons } from '#features/votes/web/VoteButtons.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'

const actionClasses = buttonClasses('ghost', 'card-action')
const linkClasses = classNames(actionClasses, 'hover:bg-sunken hover:text-ink')

type Props = {
  post: PostCard
  /** Replaces the Share button. */
  share?: ReactNode
  menu?: ReactNode
}

/** A card's Vote, Comments, Bookmark and Share buttons, and a menu after them. They are placed in areas of `card-grid`. */
export const CardActions = ({ post, share, menu }: Props) => {
  const site = useSite()
  const path = paths.post(post)
  return (
    <>
      <VoteButtons
        target={{ postId: post.id }}
        score={post.score}
        myVote={post.myVote}
        className="card-votes"
      />
      <div className="card-actions">
        <SiteLink href={`${path}#comments`} data-act="comments" className={linkClasses}>
          <Icon name="message-square" size={16} />
          <span>
            <span>{post.commentCount}</span>
            <span className="narrow:sr-only">{` ${postTexts.commentWord(post.commentCount)}`}</span>
          </span>
        </SiteLink>
        <BookmarkButton postId={post.id} isBookmarked={post.isBookmarked} className={actionClasses} />
        {share || (
          <button
            type="button"
            aria-label={postTexts.share}
            onClick={() => void shareLink(post.title, site.url + path)}
            className={actionClasses}
          >
            <Icon name="share-2" size={16} />
            <span className="narrow:hidden">{postTexts.share}</span>
          </button>
        )}
        {menu}
      </div>
    </>
  )
}
