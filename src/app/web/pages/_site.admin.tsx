import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Page } from '#app/web/layout/Page.tsx'
import { pageTexts } from '#app/web/page-texts.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { AdminPanel } from '#features/moderation/web/AdminPanel.tsx'
import { texts as panel } from '#features/moderation/web/texts.ts'

const texts = pageTexts.admin
const READING_TIME = 3_000

export const Route = createFileRoute('/_site/admin')({
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  component: Admin,
})

function Admin() {
  const user = useCurrentUser()
  const search = Route.useSearch()
  if (!user?.isAdmin) return <AccessDenied />
  return (
    <Page heading={panel.heading} wide>
      <AdminPanel search={search} />
    </Page>
  )
}

/** Says so, and sends whoever may not be here to the home page (section 2). */
function AccessDenied() {
  const navigate = Route.useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate({ to: '/', replace: true }), READING_TIME)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Page heading={texts.deniedTitle} lead={texts.deniedText}>
      <p className="text-sm text-muted">{texts.leaving}</p>
    </Page>
  )
}
