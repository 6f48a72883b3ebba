import { type ReactNode, useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { AdminRow } from './AdminRow.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { From } from './From.tsx'
import { texts } from './texts.ts'

type Props = {
  /** The name under which the draft of the reason is stored. */
  draft: string
  row: { user: { username: string }; createdAt: string }
  label: string
  title: ReactNode
  question: string
  action(reason: string): Promise<unknown>
  children?: ReactNode
}

/** An item that a member sent, with a button to delete it. */
export const InboxRow = ({ draft, row, label, title, question, action, children }: Props) => {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <AdminRow
      label={label}
      title={title}
      facts={<From {...row} />}
      actions={
        <Button aria-label={texts.deleteNamed(label)} onClick={() => setConfirming(true)}>
          {texts.delete}
        </Button>
      }
    >
      {children}
      {isConfirming && (
        <ConfirmDialog
          draft={draft}
          title={question}
          text={texts.oneGoes}
          label={texts.delete}
          successMessage={texts.isDeleted}
          action={action}
          onClose={() => setConfirming(false)}
        />
      )}
    </AdminRow>
  )
}
