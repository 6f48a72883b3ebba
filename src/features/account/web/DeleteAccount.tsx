import { useState } from 'react'
import type { CurrentUser } from '#features/identity/contract.ts'
import { Button } from '#web/kit/Button.tsx'
import { prepareDialog } from '#web/kit/Dialog.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { texts } from './texts.ts'

export const DeleteAccount = ({ user, onDeleted }: { user: CurrentUser; onDeleted(): Promise<void> }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <p className="mb-4 text-sm text-muted">{texts.deleteText}</p>
      <Button variant="danger" onPointerEnter={prepareDialog} onClick={() => setIsOpen(true)}>
        {texts.delete}
      </Button>
      {isOpen && <DeleteAccountDialog user={user} onDeleted={onDeleted} onClose={() => setIsOpen(false)} />}
    </>
  )
}
