import { useState } from 'react'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { showToast } from '#web/kit/toast.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import type { sendEmailConfirmation } from '../../contract-second-factors.ts'
import { secondFactorTexts } from './texts.ts'

type Props = {
  /** What the member cannot do before, and why. */
  reason: string
}

/** Says what needs a confirmed email, and sends the mail that confirms it. */
export const EmailConfirmation = ({ reason }: Props) => {
  const [state, setState] = useState<'unsent' | 'sending' | 'sent'>('unsent')
  const onSend = async () => {
    setState('sending')
    try {
      await callApi<typeof sendEmailConfirmation>('POST /api/user/email-confirmation', {})
      setState('sent')
    } catch (error) {
      showToast({
        title: secondFactorTexts.confirmationFailed,
        description: getSubmissionErrorMessage(error),
        tone: 'danger',
      })
      setState('unsent')
    }
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 text-sm">
      <p className="min-w-0 grow basis-60" role="status">
        {state === 'sent' ? secondFactorTexts.confirmationSent : reason}
      </p>
      {state !== 'sent' && (
        <Button busy={state === 'sending'} onClick={() => void onSend()}>
          {secondFactorTexts.sendConfirmation}
        </Button>
      )}
    </div>
  )
}
