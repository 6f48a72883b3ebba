import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { signInMessages } from '#features/identity/contract-messages.ts'
import { signInSettingsQuery } from '#features/identity/web/queries.ts'
import { StandaloneMessagePage } from '#features/identity/web/StandaloneMessagePage.tsx'
import { signInDialogTexts } from '#features/identity/web/sign-in/texts.ts'
import { usePageContext } from '#features/identity/web/use-page-context.ts'
import { getErrorMessage } from '#web/api-client.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { Page } from '#web/navigation/page.ts'

const Callback = () => {
  const { data: settings } = useSuspenseQuery(signInSettingsQuery)
  const parts = usePageContext()
  const navigation = useNavigation()
  const [failure, setFailure] = useState<string | null>(null)
  // Must run only once, because the code in the URL can be used only once.
  const finish = useEffectEvent(() => {
    import('#features/identity/web/sign-in/complete-redirect-sign-in.ts')
      .then(({ completeRedirectSignIn }) =>
        completeRedirectSignIn(parts, settings, (path) => navigation.replace(path)),
      )
      .catch((error: unknown) => {
        // Errors during the redirect are only logged (docs/spec/flows.md#sign-in).
        // biome-ignore lint/suspicious/noConsole: the browser's log is where they go
        console.error(error)
        setFailure(getErrorMessage(error, signInMessages.loginFailedDescription))
      })
  })
  useEffect(() => finish(), [])
  return failure === null ? (
    <StandaloneMessagePage title={signInDialogTexts.finishing} />
  ) : (
    <StandaloneMessagePage title={signInMessages.loginFailed} hasHomeLink>
      {failure}
    </StandaloneMessagePage>
  )
}

/** The page to which the identity provider redirects after a sign-in in the same window. */
export const page: Page = {
  load: ({ queryClient }) => queryClient.ensureQueryData(signInSettingsQuery),
  head: () => ({ title: signInDialogTexts.finishing }),
  Component: Callback,
}
