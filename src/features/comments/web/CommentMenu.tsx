import { paths } from '#core/paths.ts'
import { shareLink } from '#features/posts/web/share-link.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import type { MenuItem } from '#web/kit/menu-item.ts'
import { isModeratorOf, moderationRequestStore } from '#web/moderation-request.ts'
import { moderationItemTexts } from '#web/moderation-texts.ts'
import { useSite } from '#web/navigation/navigation-context.ts'
import type { Comment } from '../contract.ts'
import type { CommentThread } from './comment-thread.ts'
import { commentMenuTexts } from './menu-texts.ts'
import { commentTexts } from './texts.ts'

type Props = { comment: Comment; thread: CommentThread; author: string; onReply(): void }

/** The lazily loaded menu of a comment: Share and Report and, for visitors, Reply and the comment's link. */
const CommentMenu = ({ comment, thread, author, onReply }: Props) => {
  const site = useSite()
  const user = useCurrentUser()
  const reportItem = (): MenuItem => {
    if (!user) {
      const url = site.url + paths.comment({ id: comment.postId, isPrivate: false }, comment.id)
      return { label: moderationItemTexts.report, icon: 'flag', href: paths.legalNotice(url) }
    }
    const action = isModeratorOf(user, thread.topicId) ? 'moderate' : 'report'
    // The dialog opens once the menu has closed and given the focus back.
    const ask = () => moderationRequestStore.set({ action, subject: { kind: 'comment', id: comment.id } })
    return { label: moderationItemTexts[action], icon: 'flag', onSelect: () => setTimeout(ask) }
  }
  const listItems = (): MenuItem[] => [
    ...(user
      ? []
      : [
          { label: commentTexts.reply, icon: 'reply' as const, onSelect: onReply },
          { label: commentTexts.permalink, icon: 'link' as const, href: thread.hrefOf(comment.id) },
        ]),
    {
      label: commentMenuTexts.share,
      icon: 'share-2',
      onSelect: () =>
        void shareLink(commentMenuTexts.shareTitle(author), site.url + thread.hrefOf(comment.id)),
    },
    ...(user?.id === comment.userId || user?.isSuspended ? [] : [reportItem()]),
  ]
  return (
    <Menu
      align="start"
      items={listItems}
      trigger={(props) => (
        <IconButton {...props} name={commentMenuTexts.more}>
          <Icon name="ellipsis" size={16} />
        </IconButton>
      )}
    />
  )
}

export default CommentMenu
