import { pages } from '#core/pages.ts'
import { ConnectionRequestPage } from '#features/identity/web/applications/ConnectionRequestPage.tsx'
import { applicationTexts } from '#features/identity/web/applications/texts.ts'
import { SignInNotice } from '#features/identity/web/SignInNotice.tsx'
import { useCurrentUser } from '#web/current-user.ts'
import type { PageParams, Page as SitePage } from '#web/navigation/page.ts'
import { PageLayout } from '../layout/PageLayout.tsx'

type Params = PageParams<'connect'>

const Connect = ({ params: { uid } }: { params: Params }) => {
  const user = useCurrentUser()
  return (
    <PageLayout heading={pages.connect.title}>
      {user ? (
        <ConnectionRequestPage uid={uid} user={user} />
      ) : (
        <SignInNotice icon="code-xml" title={applicationTexts.visitorTitle}>
          {applicationTexts.visitorText}
        </SignInNotice>
      )}
    </PageLayout>
  )
}

/** Asks a member whether a program may act in their name. The browser loads what it asks for, because it has the cookie. */
export const page: SitePage<Params> = {
  Component: Connect,
}
