import { useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import { draftTexts } from './texts.ts'

type Props = {
  /** The draft's title. */
  name: string
  /** What the dialog says before the draft is deleted. */
  text: string
  isBusy?: boolean
  /** Deletes the draft. Returns false if it could not be deleted. */
  onDelete(): boolean | Promise<boolean>
}

/** Deletes a draft after a confirmation. */
export const DeleteDraftButton = ({ name, text, isBusy = false, onDelete }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const confirm = async () => {
    if (await onDelete()) showToast({ title: draftTexts.deleted, tone: 'success' })
    else close()
  }
  return (
    <>
      <Button aria-label={draftTexts.deleteNamed(name)} onClick={() => setIsOpen(true)}>
        {draftTexts.delete}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={draftTexts.deleteTitle}
          text={text}
          confirmLabel={draftTexts.delete}
          busyLabel={draftTexts.deleting}
          isBusy={isBusy}
          onConfirm={() => void confirm()}
          onClose={close}
        />
      )}
    </>
  )
}
