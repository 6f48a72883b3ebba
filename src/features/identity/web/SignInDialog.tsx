import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { closeSignInDialog, type SignInRequest } from '#web/sign-in-request.ts'
import { signInMessages } from '../contract-messages.ts'
import { signInSettingsQuery } from './queries.ts'
import { startSignIn } from './sign-in/start-sign-in.ts'
import { signInDialogTexts, signInReasonTexts } from './sign-in/texts.ts'
import { signInTexts } from './texts.ts'

import { usePageContext } from './use-page-context.ts'

const TITLES: Partial<Record<SignInRequest['reason'], string>> = {
  login: signInTexts.login,
  expired: signInDialogTexts.expired,
  confirm: signInDialogTexts.confirm,
}

/** Asks the person to sign in. This component is lazily loaded, so it is a default export. */
const SignInDialog = (request: SignInRequest) => {
  const context = usePageContext()
  const { data: settings, isLoading } = useQuery(signInSettingsQuery)
  // Only visitors see the benefits of an account; members who have to sign in again already know them.
  const isVisitor = request.reason !== 'expired' && request.reason !== 'confirm'
  const isPending = request.cancel !== undefined
  const cancel = () => closeSignInDialog(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      title={TITLES[request.reason] ?? signInMessages.signInRequired}
      description={signInReasonTexts[request.reason]}
    >
      {isVisitor && (
        <>
          <p className="mb-1 text-sm font-medium">{signInDialogTexts.benefitsLabel}</p>
          <ul className="mb-3 flex flex-col gap-1 text-sm text-muted">
            {signInDialogTexts.benefits.map((benefit) => (
              <li key={benefit} className="flex items-center gap-2">
                <Icon name="check" size={16} className="flex-none text-success" />
                {benefit}
              </li>
            ))}
          </ul>
        </>
      )}
      <p role="status" className="text-sm text-muted">
        {isPending && signInDialogTexts.inWindow}
      </p>
      <div className="mt-4 flex flex-wrap gap-2 narrow:flex-col">
        <Button
          variant="primary"
          disabled={isLoading}
          busy={isPending}
          busyLabel={signInTexts.loggingIn}
          onClick={() => startSignIn(context, request)}
        >
          {signInDialogTexts.continueWith(settings?.providerName ?? signInDialogTexts.anAccount)}
        </Button>
        <Button onClick={cancel}>{signInDialogTexts.cancel}</Button>
      </div>
    </Dialog>
  )
}

export default SignInDialog
