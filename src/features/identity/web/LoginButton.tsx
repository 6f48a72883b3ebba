import { signInAsked } from '#features/identity/web/ask-to-sign-in.ts'
import { prepareSignIn } from '#features/identity/web/SignInHost.tsx'
import { beginSignIn } from '#features/identity/web/sign-in/begin-sign-in.ts'
import { texts } from '#features/identity/web/texts.ts'
import { usePageParts } from '#features/identity/web/use-page-parts.ts'
import { Button } from '#web/kit/Button.tsx'
import { useStore } from '#web/store.ts'

/** The header's button opens the provider without a dialog in between (docs/spec/pages.md#header). */
export const LoginButton = () => {
  const context = usePageParts()
  const isPending = useStore(signInAsked, null)?.cancel !== undefined
  return (
    <Button
      variant="primary"
      className="ml-1"
      aria-busy={isPending || undefined}
      onPointerEnter={prepareSignIn}
      onClick={() => beginSignIn(context, { reason: 'login' })}
    >
      {isPending ? (
        texts.loggingIn
      ) : (
        <>
          <span className="narrow:hidden">{texts.loginToPost}</span>
          <span className="wide:hidden">{texts.login}</span>
        </>
      )}
    </Button>
  )
}
