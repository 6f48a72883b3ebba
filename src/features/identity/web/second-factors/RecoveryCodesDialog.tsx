import { Button } from '#web/kit/Button.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { DialogButtons } from '#web/kit/DialogButtons.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { showToast } from '#web/kit/toast.ts'
import { secondFactorTexts } from './texts.ts'

type Props = { codes: readonly string[]; onClose(): void }

/** Shows new recovery codes once. The server stores only their hashes. */
export const RecoveryCodesDialog = ({ codes, onClose }: Props) => {
  const text = codes.join('\n')
  const onCopy = () =>
    navigator.clipboard.writeText(text).then(
      () => announce(secondFactorTexts.codesCopied),
      () => showToast({ title: secondFactorTexts.copyFailed, tone: 'danger' }),
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={secondFactorTexts.codesTitle}
      description={secondFactorTexts.codesDescription}
    >
      <ul
        aria-label={secondFactorTexts.codes}
        className="mb-5 grid grid-cols-2 gap-x-4 gap-y-1 rounded-lg border bg-sunken p-4 font-mono text-sm narrow:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogButtons>
        <Button onClick={() => void onCopy()}>{secondFactorTexts.copyCodes}</Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={secondFactorTexts.fileName}
          className={buttonClasses()}
        >
          {secondFactorTexts.download}
        </a>
        <Button variant="primary" onClick={onClose}>
          {secondFactorTexts.saved}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
