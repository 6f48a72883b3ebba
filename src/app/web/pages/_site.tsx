import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { SiteLayout } from '#app/web/layout/SiteLayout.tsx'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { topicsQuery } from '#features/topics/web/queries.ts'

export const Route = createFileRoute('/_site')({
  // Whoever has not completed their profile does that first (section 4).
  beforeLoad: async ({ context }) => {
    const user = await context.queryClient.ensureQueryData(currentUserQuery)
    if (user && !user.profileCompleted) throw redirect({ to: '/complete-profile' })
  },
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(topicsQuery)
  },
  component: () => (
    <SiteLayout>
      <Outlet />
    </SiteLayout>
  ),
})
