import { paths } from '#core/paths.ts'
import { unreadCountQuery } from '#features/notifications/web/queries.ts'
import { loadHiddenText } from '#features/posts/web/hidden-text-code.ts'
import { recentlyFollowedMembersQuery } from '#features/profiles/web/queries.ts'
import { followedTopicsQuery } from '#features/topics/web/follows/queries.ts'
import { topicsQuery } from '#features/topics/web/queries.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { loadMarkdown } from '#web/kit/Markdown.tsx'
import { Redirect, type RouteLayout } from '#web/navigation/page.ts'
import { SiteLayout } from './layout/SiteLayout.tsx'

/** The layout of pages with the sidebar and header. */
export const siteLayout: RouteLayout = {
  // Members must complete their profile first (docs/spec/flows.md#completing-a-profile).
  gate: async ({ queryClient }) => {
    const user = await queryClient.ensureQueryData(currentUserQuery)
    if (user && !user.profileCompleted && !user.approval?.isAnswered)
      throw new Redirect(paths.completeProfile)
  },
  load: async ({ queryClient }) => {
    const isMember = queryClient.getQueryData(currentUserQuery.queryKey) != null
    // The page loads even if the code of texts or the member-only parts of the frame cannot be fetched.
    await Promise.all([
      loadMarkdown().catch(() => null),
      // The browser loads this code only for posts that hide something.
      import.meta.env.SSR && loadHiddenText(),
      queryClient.ensureQueryData(topicsQuery),
      isMember && queryClient.ensureQueryData(followedTopicsQuery).catch(() => null),
      isMember && queryClient.ensureQueryData(recentlyFollowedMembersQuery).catch(() => null),
      isMember && queryClient.ensureQueryData(unreadCountQuery).catch(() => null),
    ])
  },
  Component: SiteLayout,
}

/** The layout of pages without a sidebar and header. */
export const bareLayout: RouteLayout = {
  gate: ({ queryClient }) => queryClient.ensureQueryData(currentUserQuery),
  Component: ({ children }) => children,
}
