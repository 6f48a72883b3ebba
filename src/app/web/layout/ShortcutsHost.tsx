import { lazy, Suspense, useState } from 'react'
import { texts } from '#app/web/layout/texts.ts'
import { useShortcuts } from '#web/shortcuts.ts'

const ShortcutsHelp = lazy(() => import('./ShortcutsHelp.tsx'))

/** `?` lists the keyboard's shortcuts. */
export const ShortcutsHost = () => {
  const [open, setOpen] = useState(false)
  const [keys] = useState(() => [{ key: '?', label: texts.shortcuts, run: () => setOpen(true) }])
  useShortcuts(keys)
  return (
    open && (
      <Suspense>
        <ShortcutsHelp onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}
