import DownloadIcon from 'lucide-react/icons/download'
import type { MouseEvent } from 'react'
import { exportAccount } from '#features/account/contract.ts'
import { checkRecentSignIn } from '#features/identity/contract.ts'
import { call } from '#web/call.ts'
import { faultOf } from '#web/fault-of.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { toast } from '#web/kit/toast.ts'
import { texts } from './texts.ts'

/** A download cannot be retried after a 403, so the recent sign-in is checked before it starts. */
const onClick = async (event: MouseEvent) => {
  event.preventDefault()
  try {
    await call(checkRecentSignIn, {})
    location.assign(exportAccount.path)
  } catch (error) {
    toast({ title: texts.exportFailed, description: faultOf(error), tone: 'danger' })
  }
}

export const ExportAccount = () => (
  <>
    <p className="mb-4 text-sm text-muted">{texts.exportText}</p>
    <a href={exportAccount.path} download onClick={onClick} className={buttonClasses('plain')}>
      <DownloadIcon size={16} />
      {texts.export}
    </a>
  </>
)
