import { useQueryClient } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import type { Notification } from '#features/notifications/contract.ts'
import type { Group } from '#features/notifications/web/group-notifications.ts'
import { markGroupRead } from '#features/notifications/web/mark-read.ts'
import { texts } from '#features/notifications/web/texts.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { classes } from '#web/kit/classes.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'

/** A notification group, which links to its comment or post. Opening it in any tab marks it as read. */
export const NotificationLine = ({ group }: { group: Group }) => {
  const client = useQueryClient()
  const { newest, others, unread } = group
  const { fromUser, post, commentId } = newest
  const isNew = unread > 0
  const onOpen = () => void markGroupRead(client, group)
  return (
    <li className="border-b">
      <SiteLink
        href={commentId === null ? paths.post(post) : paths.comment(post, commentId)}
        onClick={onOpen}
        onAuxClick={(event) => event.button === 1 && onOpen()}
        className={classes('flex items-start gap-3 px-2 py-3 hover:bg-sunken', isNew && 'bg-sunken')}
      >
        <Avatar username={fromUser.username} picture={fromUser.avatar} size={32} />
        <span className="min-w-0 grow">
          <span className="block text-sm break-words">
            <span className="font-semibold">{fromUser.username}</span>
            {others > 0 && texts.others(others)} {actionOf(newest)}{' '}
            <bdi className="font-medium">{post.title}</bdi>
          </span>
          <RelativeTime iso={newest.createdAt} className="text-xs text-muted" />
        </span>
        {isNew && (
          <span className="flex-none rounded-full border border-current/30 px-1.5 text-[11px] leading-4 font-semibold text-accent">
            {texts.new}
          </span>
        )}
      </SiteLink>
    </li>
  )
}

const actionOf = ({ type, commentId, isReply }: Notification): string => {
  if (isReply) return texts.actions.replied
  return type === 'upvote' && commentId !== null ? texts.actions.upvotedComment : texts.actions[type]
}
