import { useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { texts as kit } from '#web/kit/texts.ts'
import { texts } from './texts.ts'
import { useAct } from './use-act.ts'
import { WhyField } from './WhyField.tsx'

type Props = {
  title: string
  /** What goes, in numbers. */
  text: string
  label: string
  said: string
  work(reason: string): Promise<unknown>
  onClose(): void
}

/** Asks before something is done to others' things, and why; a failure is told here, where it was asked. */
export const ConfirmDialog = ({ title, text, label, said, work, onClose }: Props) => {
  const { act, isBusy, fault } = useAct()
  const [reason, setReason] = useState('')
  const confirm = async () => {
    if (await act(() => work(reason), said)) onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && onClose()} title={title} description={text}>
      <div className="mb-4">
        <WhyField value={reason} onChange={setReason} />
      </div>
      {fault && (
        <div className="mb-4">
          <Notice>{fault}</Notice>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2 narrow:flex-col-reverse">
        <Button onClick={onClose} disabled={isBusy}>
          {kit.cancel}
        </Button>
        <Button variant="danger" busy={isBusy} busyLabel={texts.working} onClick={() => void confirm()}>
          {label}
        </Button>
      </div>
    </Dialog>
  )
}
