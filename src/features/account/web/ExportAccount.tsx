import DownloadIcon from 'lucide-react/icons/download'
import { exportAccount } from '#features/account/contract.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { texts } from './texts.ts'

export const ExportAccount = () => (
  <>
    <p className="mb-4 text-sm text-muted">{texts.exportText}</p>
    <a href={exportAccount.path} download className={buttonClasses('plain')}>
      <DownloadIcon size={16} />
      {texts.export}
    </a>
  </>
)
