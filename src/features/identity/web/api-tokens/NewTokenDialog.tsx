import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import { apiTokenTexts as texts } from './texts.ts'

/** Shows a new API token once. The server stores only its hash. */
export const NewTokenDialog = ({ token, onClose }: { token: string; onClose(): void }) => {
  const onCopy = () =>
    navigator.clipboard.writeText(token).then(
      () => announce(texts.copied),
      () => showToast({ title: texts.copyFailed, tone: 'danger' }),
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.createdTitle}
      description={texts.createdDescription}
    >
      <TextField
        label={texts.token}
        value={token}
        readOnly
        translate="no"
        className="font-mono"
        onFocus={({ target }) => target.select()}
      />
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button variant="primary" onClick={() => void onCopy()}>
          {texts.copy}
        </Button>
        <Button onClick={onClose}>{texts.done}</Button>
      </div>
    </Dialog>
  )
}
