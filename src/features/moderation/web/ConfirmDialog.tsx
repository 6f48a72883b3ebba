import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { texts as kit } from '#web/kit/texts.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import { texts } from './texts.ts'
import { useAct } from './use-act.ts'
import { type Why, WhyField } from './WhyField.tsx'

const TEXTS = ['reason'] as const

type Props = {
  /** Under which name the reason is kept. */
  draft: string
  title: string
  /** What goes, in numbers. */
  text: string
  /** What is asked about is known. */
  isReady?: boolean
  label: string
  said: string
  work(reason: string): Promise<unknown>
  onClose(): void
  /** What else there is to say. */
  children?: ReactNode
}

/** Asks before something is done to others' things, and why; a failure is told here, where it was asked. */
export const ConfirmDialog = (props: Props) => {
  const { draft, title, text, isReady = true, label, said, work, onClose, children } = props
  const { act, isBusy, fault } = useAct()
  const user = useCurrentUser()
  const form = useForm<Why>({ defaultValues: { reason: '' } })
  const dropDraft = useFormDraft(form, user?.id ?? null, draft, TEXTS)
  const confirm = async () => {
    if (!(await act(() => work(form.getValues('reason')), said))) return
    dropDraft()
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && onClose()} title={title} description={text}>
      <div className="mb-4">
        <WhyField {...form.register('reason')} />
      </div>
      <div className="mb-4 flex flex-col gap-4 empty:hidden">
        {children}
        {fault && <Notice>{fault}</Notice>}
      </div>
      <div className="flex flex-wrap justify-end gap-2 narrow:flex-col-reverse">
        <Button onClick={onClose} disabled={isBusy}>
          {kit.cancel}
        </Button>
        <Button
          variant="danger"
          disabled={!isReady}
          busy={isBusy}
          busyLabel={texts.working}
          onClick={() => void confirm()}
        >
          {label}
        </Button>
      </div>
    </Dialog>
  )
}
