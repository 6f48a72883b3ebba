import type { MouseEvent } from 'react'
import type { checkRecentSignIn } from '#features/identity/contract.ts'
import { callApi } from '#web/api-client.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { showToast } from '#web/kit/toast.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import type { exportAccount } from '../../contract-account.ts'
import { accountTexts } from './texts.ts'

const EXPORT_PATH: (typeof exportAccount)['path'] = '/api/user/export'

/** Checks for a recent sign-in first because a download cannot be retried after a 403. */
const onClick = async (event: MouseEvent) => {
  event.preventDefault()
  try {
    await callApi<typeof checkRecentSignIn>('GET /api/user/recent-sign-in', {})
    location.assign(EXPORT_PATH)
  } catch (error) {
    showToast({
      title: accountTexts.exportFailed,
      description: getSubmissionErrorMessage(error),
      tone: 'danger',
    })
  }
}

export const ExportAccountSection = () => (
  <>
    <p className="mb-4 text-sm text-muted">{accountTexts.exportText}</p>
    <a href={EXPORT_PATH} download onClick={onClick} className={buttonClasses('plain')}>
      <Icon name="download" size={16} />
      {accountTexts.export}
    </a>
  </>
)
