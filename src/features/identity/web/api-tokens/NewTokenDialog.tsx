import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import { apiTokenTexts } from './texts.ts'

/** Shows a new API token once. The server stores only its hash. */
export const NewTokenDialog = ({ token, onClose }: { token: string; onClose(): void }) => {
  const onCopy = () =>
    navigator.clipboard.writeText(token).then(
      () => announce(apiTokenTexts.copied),
      () => showToast({ title: apiTokenTexts.copyFailed, tone: 'danger' }),
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={apiTokenTexts.createdTitle}
      description={apiTokenTexts.createdDescription}
    >
      <TextField
        label={apiTokenTexts.token}
        value={token}
        readOnly
        translate="no"
        className="font-mono"
        onFocus={({ target }) => target.select()}
      />
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button variant="primary" onClick={() => void onCopy()}>
          {apiTokenTexts.copy}
        </Button>
        <Button onClick={onClose}>{apiTokenTexts.done}</Button>
      </div>
    </Dialog>
  )
}
