import { useEffect } from 'react'
import { paths } from '#core/paths.ts'
import { AdminPanel } from '#features/admin/web/AdminPanel.tsx'
import { adminTexts } from '#features/admin/web/texts.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { pageTexts } from '../page-texts.ts'

const texts = pageTexts.admin
const READING_TIME = 3_000

const Admin = ({ search }: { search: QueryParameters }) => {
  const user = useCurrentUser()
  if (!user?.isAdmin) return <AccessDenied />
  return (
    <PageLayout wide>
      <h1 className="text-xl font-semibold tracking-tight">{adminTexts.heading}</h1>
      <AdminPanel search={search} />
    </PageLayout>
  )
}

/** Tells the user that access is denied, and redirects to the home page (docs/spec/pages.md#admin-panel). */
const AccessDenied = () => {
  const navigation = useNavigation()
  useEffect(() => {
    const timer = setTimeout(() => navigation.replace(paths.home), READING_TIME)
    return () => clearTimeout(timer)
  }, [navigation])
  return (
    <PageLayout heading={texts.deniedTitle} lead={texts.deniedText}>
      <p className="mb-4 text-sm text-muted">{texts.leaving}</p>
      <SiteLink href={paths.home} className={buttonClasses('plain')}>
        {texts.leaveNow}
      </SiteLink>
    </PageLayout>
  )
}

export const page: SitePage = {
  Component: Admin,
}
