import DownloadIcon from 'lucide-react/icons/download'
import type { MouseEvent } from 'react'
import { exportAccount } from '#features/account/contract.ts'
import { checkRecentSignIn } from '#features/identity/contract.ts'
import { call } from '#web/call.ts'
import { faultOf } from '#web/fault-of.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { toast } from '#web/kit/toast.ts'
import { texts } from './texts.ts'

/** The download is no call that could be sent again, so a recent sign-in is asked for before it. */
const download = async (event: MouseEvent) => {
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
    <a href={exportAccount.path} download onClick={download} className={buttonClasses('plain')}>
      <DownloadIcon size={16} />
      {texts.export}
    </a>
  </>
)
