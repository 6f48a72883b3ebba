import { type ReactNode, useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { AdminRow } from './AdminRow.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { From } from './From.tsx'
import { texts } from './texts.ts'

type Props = {
  /** Under which name the reason is kept. */
  draft: string
  row: { user: { username: string }; createdAt: string }
  label: string
  title: ReactNode
  question: string
  work(reason: string): Promise<unknown>
  children?: ReactNode
}

/** Something a member sent, which can be read and deleted. */
export const InboxRow = ({ draft, row, label, title, question, work, children }: Props) => {
  const [isAsked, setAsked] = useState(false)
  return (
    <AdminRow
      label={label}
      title={title}
      facts={<From {...row} />}
      actions={
        <Button aria-label={texts.deleteNamed(label)} onClick={() => setAsked(true)}>
          {texts.delete}
        </Button>
      }
    >
      {children}
      {isAsked && (
        <ConfirmDialog
          draft={draft}
          title={question}
          text={texts.oneGoes}
          label={texts.delete}
          said={texts.isDeleted}
          work={work}
          onClose={() => setAsked(false)}
        />
      )}
    </AdminRow>
  )
}
