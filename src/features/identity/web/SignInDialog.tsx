import { useQuery } from '@tanstack/react-query'
import { messages } from '#features/identity/contract.ts'
import { endSignIn, type SignInAsked } from '#features/identity/web/ask-to-sign-in.ts'
import { signInSettingsQuery } from '#features/identity/web/queries.ts'
import { beginSignIn } from '#features/identity/web/sign-in/begin-sign-in.ts'
import { reasons, texts } from '#features/identity/web/texts.ts'
import { usePageParts } from '#features/identity/web/use-page-parts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'

const TITLES: Partial<Record<SignInAsked['reason'], string>> = {
  login: texts.login,
  expired: texts.expired,
  confirm: texts.confirm,
}

/** A default export, because it is loaded lazily. */
const SignInDialog = (request: SignInAsked) => {
  const context = usePageParts()
  const { data: settings, isLoading } = useQuery(signInSettingsQuery)
  const isPending = request.cancel !== undefined
  const cancel = () => endSignIn(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      title={TITLES[request.reason] ?? messages.signInRequired}
      description={reasons[request.reason]}
    >
      <p role="status" className="text-sm text-muted">
        {isPending && texts.inWindow}
      </p>
      <div className="mt-4 flex flex-wrap gap-2 narrow:flex-col">
        <Button
          variant="primary"
          disabled={isLoading}
          busy={isPending}
          busyLabel={texts.loggingIn}
          onClick={() => beginSignIn(context, request)}
        >
          {texts.continueWith(settings?.providerName ?? texts.anAccount)}
        </Button>
        <Button onClick={cancel}>{texts.cancel}</Button>
      </div>
    </Dialog>
  )
}

export default SignInDialog
