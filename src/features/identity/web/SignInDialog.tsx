import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { closeSignIn, type SignInRequest } from '#web/sign-in-request.ts'
import { messages } from '../contract-messages.ts'
import { signInSettingsQuery } from './queries.ts'
import { startSignIn } from './sign-in/start-sign-in.ts'
import { reasons, texts } from './texts.ts'
import { usePageContext } from './use-page-context.ts'

const TITLES: Partial<Record<SignInRequest['reason'], string>> = {
  login: texts.login,
  expired: texts.expired,
  confirm: texts.confirm,
}

/** A default export, because it is loaded lazily. */
const SignInDialog = (request: SignInRequest) => {
  const context = usePageContext()
  const { data: settings, isLoading } = useQuery(signInSettingsQuery)
  const isPending = request.cancel !== undefined
  const cancel = () => closeSignIn(false)
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
          onClick={() => startSignIn(context, request)}
        >
          {texts.continueWith(settings?.providerName ?? texts.anAccount)}
        </Button>
        <Button onClick={cancel}>{texts.cancel}</Button>
      </div>
    </Dialog>
  )
}

export default SignInDialog
