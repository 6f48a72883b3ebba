import { AdminPanel } from '#features/admin/web/AdminPanel.tsx'
import { adminTexts } from '#features/admin/web/texts.ts'
import { useCurrentUser } from '#web/current-user.ts'
import type { Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { AccessDenied } from '../AccessDenied.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { pageTexts } from '../page-texts.ts'

const Admin = ({ search }: { search: QueryParameters }) => {
  const user = useCurrentUser()
  if (!user?.isAdmin) return <AccessDenied text={pageTexts.admin.deniedText} />
  return (
    <PageLayout wide>
      <h1 className="text-xl font-semibold tracking-tight">{adminTexts.heading}</h1>
      <AdminPanel search={search} />
    </PageLayout>
  )
}

export const page: SitePage = {
  Component: Admin,
}
