import { type FormEvent, useState } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { deleteAllDraftFiles } from '#web/draft-files.ts'
import { deleteAllDrafts } from '#web/drafts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog, preloadDialog } from '#web/kit/Dialog.tsx'
import { DialogButtons } from '#web/kit/DialogButtons.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { deleteAccount } from '../../contract-account.ts'
import { accountMessages } from '../../contract-messages.ts'
import { accountTexts } from './texts.ts'

type Props = { user: CurrentUser; onDeleted(): Promise<void>; onClose(): void }

/** A dialog that lists what will be deleted and asks the member to type their username as confirmation. */
const DeleteAccountDialog = ({ user, onDeleted, onClose }: Props) => {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== user.username) return setError(accountMessages.confirmationRequired)
    setIsBusy(true)
    try {
      await callApi<typeof deleteAccount>('DELETE /api/user', { body: { confirm: user.username } })
      deleteAllDrafts(user.id)
      await deleteAllDraftFiles(user.id)
      await onDeleted()
      showToast({ title: accountTexts.deleted })
    } catch (cause) {
      setIsBusy(false)
      setError(getErrorMessage(cause, accountTexts.failed))
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={accountTexts.deleteTitle}
      description={accountTexts.deleteDescription}
    >
      <ul className="mb-5 list-disc pl-5 text-sm">
        {accountTexts.deletedItems.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={accountTexts.confirm(user.username)}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={error}
          onChange={({ target }) => {
            setTyped(target.value)
            setError(undefined)
          }}
        />
        <DialogButtons>
          <Button onClick={onClose}>{accountTexts.cancel}</Button>
          <Button type="submit" variant="danger" busy={isBusy} busyLabel={accountTexts.deleting}>
            {accountTexts.deleteForever}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

export const DeleteAccountSection = ({
  user,
  onDeleted,
}: {
  user: CurrentUser
  onDeleted(): Promise<void>
}) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <p className="mb-4 text-sm text-muted">{accountTexts.deleteText}</p>
      <Button variant="danger" onPointerEnter={preloadDialog} onClick={() => setIsOpen(true)}>
        {accountTexts.delete}
      </Button>
      {isOpen && <DeleteAccountDialog user={user} onDeleted={onDeleted} onClose={() => setIsOpen(false)} />}
    </>
  )
}
