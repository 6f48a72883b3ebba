import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SiteLayout } from '#app/web/layout/SiteLayout.tsx'
import { topicsQuery } from '#features/topics/web/queries.ts'

export const Route = createFileRoute('/_site')({
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(topicsQuery)
  },
  component: () => (
    <SiteLayout>
      <Outlet />
    </SiteLayout>
  ),
})
