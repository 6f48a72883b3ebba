import { Button } from '#web/kit/Button.tsx'
import { preloadSignIn, signInRequestStore } from '#web/sign-in-request.ts'
import { useStore } from '#web/store.ts'
import { startSignIn } from './sign-in/start-sign-in.ts'
import { signInTexts } from './texts.ts'
import { usePageContext } from './use-page-context.ts'

/** The header's sign-in button, which opens the provider directly, without a dialog (docs/spec/pages.md#header). */
export const SignInButton = () => {
  const context = usePageContext()
  const isPending = useStore(signInRequestStore, null)?.cancel !== undefined
  return (
    <Button
      className="ml-1"
      aria-busy={isPending || undefined}
      onPointerEnter={preloadSignIn}
      onClick={() => startSignIn(context, { reason: 'login' })}
    >
      {isPending ? (
        signInTexts.loggingIn
      ) : (
        <>
          <span className="narrow:hidden">{signInTexts.loginToPost}</span>
          <span className="wide:hidden">{signInTexts.login}</span>
        </>
      )}
    </Button>
  )
}
