import { paths } from '#core/paths.ts'
import type { MailContent } from '#server/mail/render-mail.ts'
import type { Notification } from '../contract.ts'
import {
  getNotificationAction,
  getNotificationHref,
  getNotificationTitle,
  groupNotifications,
  type NotificationGroup,
  notificationTexts,
} from '../contract-messages.ts'

/** The maximum number of items in a digest. The notifications page lists the rest. */
const MAX_ITEMS = 20

type Digest = {
  siteName: string
  publicUrl: string
  /** The notifications, newest first. */
  notifications: readonly Notification[]
  /** True if there are more notifications than this list contains. */
  hasMore: boolean
  unsubscribeUrl: string
}

/**
 * Creates the email's text, which groups the notifications the same way as the notifications page and links
 * each group. It does not quote any comments.
 */
export const createDigestMail = (digest: Digest): MailContent => {
  const { siteName, publicUrl, notifications, hasMore, unsubscribeUrl } = digest
  const groups = groupNotifications(notifications)
  const count = `${notifications.length}${hasMore ? '+' : ''}`
  const noun = notifications.length === 1 ? 'notification' : 'notifications'
  const isCut = hasMore || groups.length > MAX_ITEMS
  return {
    subject: `${count} unread ${noun} on ${siteName}`,
    paragraphs: [
      `You have ${count} new unread ${noun} on ${siteName}.`,
      ...(isCut ? [`These are the newest ones. The others are on your notifications page.`] : []),
    ],
    items: groups.slice(0, MAX_ITEMS).map((group) => ({
      label: describe(group),
      url: publicUrl + linkOf(group.opened),
    })),
    link: { label: 'Open your notifications', url: publicUrl + paths.notifications },
    notes: [`You get this email because you chose it in your account settings on ${siteName}.`],
    footerLink: { label: 'Unsubscribe', url: unsubscribeUrl },
  }
}

const describe = ({ newest, names, others }: NotificationGroup): string => {
  const listed = names.join(others > 0 ? notificationTexts.comma : notificationTexts.and)
  const members = others > 0 ? listed + notificationTexts.others(others, newest.groupSize) : listed
  return [members, getNotificationAction(newest), notificationTexts.quoted(getNotificationTitle(newest))]
    .filter(Boolean)
    .join(' ')
}

/**
 * Returns the path that a group links to. For a private post, that is the notifications page, because mail
 * clients and their scanners must not see the post's secret link.
 */
const linkOf = (notification: Notification): string =>
  notification.post?.isPrivate ? paths.notifications : getNotificationHref(notification)
