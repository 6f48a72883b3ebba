import { useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { importButtonTexts } from './button-texts.ts'

const ImportDialog = lazyDialog(() => import('./ImportDialog.tsx'))

/** Opens the dialog that imports posts. Its code, with all readers of files, is loaded then. */
export const ImportButton = ({ canPublish }: { canPublish: boolean }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)} onPointerEnter={ImportDialog.preload}>
        {importButtonTexts.open}
      </Button>
      {isOpen && <ImportDialog canPublish={canPublish} onClose={() => setIsOpen(false)} />}
    </>
  )
}
