import { signInAsked } from '#features/identity/web/ask-to-sign-in.ts'
import { prepareSignIn } from '#features/identity/web/SignInHost.tsx'
import { beginSignIn } from '#features/identity/web/sign-in/begin-sign-in.ts'
import { texts } from '#features/identity/web/texts.ts'
import { usePageParts } from '#features/identity/web/use-page-parts.ts'
import { Button } from '#web/kit/Button.tsx'
import { useStore } from '#web/store.ts'

/** The header's: asks the provider at once (section 2). */
export const LoginButton = () => {
  const parts = usePageParts()
  const isPending = useStore(signInAsked, null)?.cancel !== undefined
  return (
    <Button
      variant="primary"
      className="ml-1"
      aria-busy={isPending || undefined}
      onPointerEnter={prepareSignIn}
      onClick={() => beginSignIn(parts, { reason: 'login' })}
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
