import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { signInSettingsQuery } from '#features/identity/web/queries.ts'
import { StandaloneMessagePage } from '#features/identity/web/StandaloneMessagePage.tsx'
import { signInDialogTexts } from '#features/identity/web/sign-in/texts.ts'
import type { Page } from '#web/navigation/page.ts'

const Popup = () => {
  const { data: settings } = useSuspenseQuery(signInSettingsQuery)
  const [isDone, setIsDone] = useState(false)
  const finish = useEffectEvent(() => {
    import('#features/identity/web/sign-in/oidc-client.ts')
      // Passes the provider's response to the page that opened this one, which then closes it.
      .then(({ createOidcClient }) => createOidcClient(settings).signinPopupCallback())
      // No page is waiting for this window; it may have been opened manually.
      .catch(() => {})
      .finally(() => setIsDone(true))
  })
  useEffect(() => finish(), [])
  return (
    <StandaloneMessagePage
      title={isDone ? signInDialogTexts.closeWindow : signInDialogTexts.finishing}
      hasHomeLink={isDone}
    />
  )
}

/** The page to which the identity provider redirects after a sign-in in a popup. */
export const page: Page = {
  load: ({ queryClient }) => queryClient.ensureQueryData(signInSettingsQuery),
  head: () => ({ title: signInDialogTexts.finishing }),
  Component: Popup,
}
