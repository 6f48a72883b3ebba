import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { SiteLayout } from '#app/web/layout/SiteLayout.tsx'
import { followedTopicsQuery } from '#features/follows/web/queries.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { unreadQuery } from '#features/notifications/web/queries.ts'
import { topicsQuery } from '#features/topics/web/queries.ts'

export const Route = createFileRoute('/_site')({
  // Whoever has not completed their profile does that first (section 4).
  beforeLoad: async ({ context }) => {
    const user = await context.queryClient.ensureQueryData(currentUserQuery)
    if (user && !user.profileCompleted) throw redirect({ to: '/complete-profile' })
  },
  loader: async ({ context }) => {
    const { queryClient } = context
    const isMember = queryClient.getQueryData(currentUserQuery.queryKey) != null
    // What only a member sees beside the page must not keep the page from them.
    await Promise.all([
      queryClient.ensureQueryData(topicsQuery),
      isMember && queryClient.ensureQueryData(followedTopicsQuery).catch(() => null),
      isMember && queryClient.ensureQueryData(unreadQuery).catch(() => null),
    ])
  },
  component: () => (
    <SiteLayout>
      <Outlet />
    </SiteLayout>
  ),
})
