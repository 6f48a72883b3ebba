import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { formatInboxCount, inboxCountQuery } from '#features/admin/web/queries.ts'
import { canModerate } from '#features/moderation/policy.ts'
import { waitingCasesQuery } from '#features/moderation/web/queue/queries.ts'
import { layoutTexts } from './texts.ts'
import { waitingStore } from './waiting.ts'
import { waitingTexts } from './waiting-texts.ts'

/** Counts what waits for an admin or moderator, for the account menu. Fetched after hydration, and only for them. */
export const WaitingCounts = ({ user }: { user: CurrentUser }) => {
  const { data: inbox } = useQuery(inboxCountQuery(user.isAdmin && user.profileCompleted))
  const { data: queue } = useQuery(waitingCasesQuery(canModerate(user) && user.profileCompleted))
  // Accounts are counted in the queue, where admins find them, too.
  const inPanel = inbox ? inbox.requests + inbox.feedback + inbox.ads + inbox.contact : 0
  const inQueue = queue ? queue.cases + queue.appeals + queue.accounts : 0
  useEffect(() => {
    const panel = inPanel > 0 && waitingTexts.inPanel(formatInboxCount(inPanel))
    const cases = inQueue > 0 && waitingTexts.inQueue(formatInboxCount(inQueue))
    waitingStore.set(
      panel || cases
        ? {
            accountMenu: [layoutTexts.accountMenu, panel, cases].filter(Boolean).join(', '),
            adminPanel: panel ? waitingTexts.adminPanel(formatInboxCount(inPanel)) : layoutTexts.adminPanel,
            moderation: cases ? waitingTexts.moderation(formatInboxCount(inQueue)) : layoutTexts.moderation,
          }
        : null,
    )
    return () => waitingStore.set(null)
  }, [inPanel, inQueue])
  return null
}
