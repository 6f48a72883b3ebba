import {
  adminCodeStatusQuery,
  apiTokensQuery,
  connectedApplicationsQuery,
  secondFactorsQuery,
  sessionsQuery,
  signInSettingsQuery,
} from '#features/identity/web/queries.ts'
import { SignInNotice } from '#features/identity/web/SignInNotice.tsx'
import { standingQuery } from '#features/moderation/web/standing/queries.ts'
import {
  digestSettingsQuery,
  notificationSettingsQuery,
  quietHoursQuery,
} from '#features/notifications/web/settings/queries.ts'
import { blockedMembersQuery, mutesQuery } from '#features/profiles/web/mutes/queries.ts'
import { webhooksQuery } from '#features/webhooks/web/queries.ts'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import type { Page as SitePage } from '#web/navigation/page.ts'
import { AccountSettings } from '../AccountSettings.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { pageTexts } from '../page-texts.ts'

const texts = pageTexts.settings

const Settings = () => {
  const user = useCurrentUser()
  if (user) return <AccountSettings user={user} heading={texts.heading} />
  return (
    <PageLayout heading={texts.heading}>
      <SignInNotice icon="settings" title={texts.visitorTitle}>
        {texts.visitorText}
      </SignInNotice>
    </PageLayout>
  )
}

export const page: SitePage = {
  load: async ({ queryClient }) => {
    const user = await queryClient.ensureQueryData(currentUserQuery)
    if (!user) return
    const { isEmbedded } = await queryClient.ensureQueryData(signInSettingsQuery)
    await Promise.all([
      // Shows the cached sessions and refetches them because they may have changed since the last visit.
      queryClient.prefetchQuery(sessionsQuery),
      queryClient.prefetchQuery(apiTokensQuery),
      queryClient.prefetchQuery(connectedApplicationsQuery),
      user.profileCompleted && !user.isSuspended && queryClient.prefetchQuery(webhooksQuery),
      queryClient.prefetchQuery(adminCodeStatusQuery),
      queryClient.prefetchQuery(notificationSettingsQuery),
      queryClient.prefetchQuery(digestSettingsQuery),
      queryClient.prefetchQuery(quietHoursQuery),
      queryClient.prefetchQuery(mutesQuery),
      queryClient.prefetchQuery(standingQuery),
      queryClient.prefetchInfiniteQuery(blockedMembersQuery),
      isEmbedded && queryClient.prefetchQuery(secondFactorsQuery),
    ])
  },
  Component: Settings,
}
