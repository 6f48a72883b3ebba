import { createFileRoute } from '@tanstack/react-router'
import SettingsIcon from 'lucide-react/icons/settings'
import { Page } from '#app/web/layout/Page.tsx'
import { pageTexts } from '#app/web/page-texts.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { SignInNotice } from '#features/identity/web/SignInNotice.tsx'

const texts = pageTexts.settings

export const Route = createFileRoute('/_site/settings')({
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  component: Settings,
})

function Settings() {
  const user = useCurrentUser()
  return (
    <Page heading={texts.heading}>
      {!user && (
        <SignInNotice icon={SettingsIcon} title={texts.visitorTitle}>
          {texts.visitorText}
        </SignInNotice>
      )}
    </Page>
  )
}
