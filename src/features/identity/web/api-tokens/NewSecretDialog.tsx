import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { DialogButtons } from '#web/kit/DialogButtons.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import { apiTokenTexts } from './texts.ts'

type Props = { title: string; label: string; secret: string; onClose(): void }

/** Shows a new API token or another secret, which no later response of the server contains. */
export const NewSecretDialog = ({ title, label, secret, onClose }: Props) => {
  const onCopy = () =>
    navigator.clipboard.writeText(secret).then(
      () => announce(apiTokenTexts.copied(label)),
      () => showToast({ title: apiTokenTexts.copyFailed(label), tone: 'danger' }),
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={apiTokenTexts.createdDescription}
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={label}
          value={secret}
          readOnly
          translate="no"
          className="font-mono"
          onFocus={({ target }) => target.select()}
        />
        <DialogButtons>
          <Button variant="primary" onClick={() => void onCopy()}>
            {apiTokenTexts.copy}
          </Button>
          <Button onClick={onClose}>{apiTokenTexts.done}</Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
