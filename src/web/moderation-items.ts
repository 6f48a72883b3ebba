import type { CurrentUser } from '#core/current-user.ts'
import { buildPath } from '#core/paths.ts'
import type { MenuItem } from './kit/menu-item.ts'
import {
  isModeratorOf,
  type ModerationRequest,
  type ModerationSubject,
  moderationRequestStore,
} from './moderation-request.ts'
import { moderationItemTexts } from './moderation-texts.ts'

/** What is reported, with the account behind it and the topic that it is in, which decide who can do what. */
export type ReportableContent = ModerationSubject & {
  authorId: number | null
  topicId?: number | null | undefined
}

/**
 * Returns the item of a menu with which readers report something, or those who look after it open a case about it. Nobody
 * does so about what is their own. Visitors get the form of legal notices. `afterMenu` runs an action once the menu has closed.
 */
export const listModerationItems = (
  user: CurrentUser | null,
  { authorId, topicId, ...subject }: ReportableContent,
  afterMenu: (run: () => void) => () => void,
): MenuItem[] => {
  if (user && (user.id === authorId || user.isSuspended)) return []
  if (!user)
    return [{ label: moderationItemTexts.report, icon: 'flag', href: buildPath('report-illegal-content') }]
  const ask = (action: ModerationRequest['action']) =>
    afterMenu(() => moderationRequestStore.set({ action, subject }))
  return isModeratorOf(user, topicId)
    ? [{ label: moderationItemTexts.moderate, icon: 'shield', onSelect: ask('moderate') }]
    : [{ label: moderationItemTexts.report, icon: 'flag', onSelect: ask('report') }]
}
