import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
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
      <TextField
        label={label}
        value={secret}
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
