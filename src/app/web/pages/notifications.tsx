import { paths } from '#core/paths.ts'
import { NotificationList } from '#features/notifications/web/NotificationList.tsx'
import { notificationsQuery } from '#features/notifications/web/queries.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Page } from '#web/navigation/page.ts'
import { MemberOnlyPage } from '../MemberOnlyPage.tsx'
import { pageTexts } from '../page-texts.ts'

const texts = pageTexts.notifications

const SettingsLink = () => (
  <SiteLink href={paths.notificationSettings} className="inline-link text-sm underline">
    {texts.settings}
  </SiteLink>
)

const NoneYet = () => (
  <EmptyState
    icon="bell"
    title={texts.emptyTitle}
    action={
      <SiteLink href={paths.home} className={buttonClasses('primary')}>
        {pageTexts.browse}
      </SiteLink>
    }
  >
    {texts.emptyText}
  </EmptyState>
)

export const page: Page = {
  load: async ({ queryClient }) => {
    const user = await queryClient.ensureQueryData(currentUserQuery)
    // If the request fails, the page shows the error and offers a retry.
    if (user) await queryClient.ensureInfiniteQueryData(notificationsQuery).catch(() => null)
  },
  Component: () => (
    <MemberOnlyPage texts={texts} icon="bell" lead={<SettingsLink />}>
      <NotificationList label={texts.heading} empty={<NoneYet />} />
    </MemberOnlyPage>
  ),
}
