import { SiteLayout } from '#app/web/layout/SiteLayout.tsx'
import { paths } from '#core/paths.ts'
import { followedTopicsQuery } from '#features/follows/web/queries.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { unreadQuery } from '#features/notifications/web/queries.ts'
import { topicsQuery } from '#features/topics/web/queries.ts'
import { Redirect } from '#web/navigation/outcome.ts'
import type { Frame } from '#web/navigation/page.ts'

/** Sidebar and header. */
export const siteFrame: Frame = {
  // Whoever has not completed their profile does that first (section 4).
  gate: async ({ queryClient }) => {
    const user = await queryClient.ensureQueryData(currentUserQuery)
    if (user && !user.profileCompleted) throw new Redirect(paths.completeProfile)
  },
  load: async ({ queryClient }) => {
    const isMember = queryClient.getQueryData(currentUserQuery.queryKey) != null
    // What only a member sees beside the page must not keep the page from them.
    await Promise.all([
      queryClient.ensureQueryData(topicsQuery),
      isMember && queryClient.ensureQueryData(followedTopicsQuery).catch(() => null),
      isMember && queryClient.ensureQueryData(unreadQuery).catch(() => null),
    ])
  },
  Component: SiteLayout,
}

/** For pages that stand alone. */
export const bareFrame: Frame = {
  gate: ({ queryClient }) => queryClient.ensureQueryData(currentUserQuery),
  Component: ({ children }) => children,
}
