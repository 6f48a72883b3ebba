import { useState } from 'react'
import type { EndpointResponse } from '#core/endpoint.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import type {
  removeAuthenticatorApp,
  SecondFactors,
  setUpAuthenticatorApp,
} from '../../contract-second-factors.ts'
import { AuthenticatorAppDialog } from './AuthenticatorAppDialog.tsx'
import { ConfirmChangeDialog } from './ConfirmChangeDialog.tsx'
import { SecondFactorRow, SecondFactorUsage } from './SecondFactorRow.tsx'
import { secondFactorTexts } from './texts.ts'

type Props = {
  app: SecondFactors['app']
  canSetUp: boolean
  removalText: string
  onChanged(codes?: readonly string[] | null): Promise<void>
}

/** The member's authenticator app, which can be set up or removed. */
export const AuthenticatorApp = ({ app, canSetUp, removalText, onChanged }: Props) => {
  const [newApp, setNewApp] = useState<EndpointResponse<typeof setUpAuthenticatorApp> | null>(null)
  const [isPreparing, setIsPreparing] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const onSetUp = async () => {
    setIsPreparing(true)
    try {
      setNewApp(await callApi<typeof setUpAuthenticatorApp>('POST /api/user/authenticator-app', {}))
    } catch (error) {
      showToast({
        title: secondFactorTexts.appFailed,
        description: getSubmissionErrorMessage(error),
        tone: 'danger',
      })
    }
    setIsPreparing(false)
  }
  const onAdded = (codes: readonly string[] | null) => {
    showToast({ title: secondFactorTexts.appAdded, tone: 'success' })
    setNewApp(null)
    void onChanged(codes)
  }
  const onRemove = async () => {
    await callApi<typeof removeAuthenticatorApp>('DELETE /api/user/authenticator-app', {})
    showToast({ title: secondFactorTexts.appRemoved, tone: 'success' })
    setIsRemoving(false)
    await onChanged()
  }
  return (
    <SecondFactorRow
      icon="smartphone"
      name={secondFactorTexts.app}
      facts={app ? <SecondFactorUsage {...app} /> : secondFactorTexts.appText}
    >
      {app ? (
        <Button
          aria-label={secondFactorTexts.removeAppNamed}
          onPointerEnter={preloadDialog}
          onClick={() => setIsRemoving(true)}
        >
          {secondFactorTexts.remove}
        </Button>
      ) : (
        <Button
          busy={isPreparing}
          disabled={!canSetUp}
          aria-label={secondFactorTexts.setUpNamed}
          onPointerEnter={preloadDialog}
          onClick={() => void onSetUp()}
        >
          {secondFactorTexts.setUp}
        </Button>
      )}
      {newApp && <AuthenticatorAppDialog app={newApp} onAdded={onAdded} onClose={() => setNewApp(null)} />}
      {isRemoving && (
        <ConfirmChangeDialog
          title={secondFactorTexts.removeAppTitle}
          text={removalText}
          label={secondFactorTexts.remove}
          failed={secondFactorTexts.removeFailed}
          onConfirm={onRemove}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </SecondFactorRow>
  )
}
