import { useState } from 'react'
import { texts } from '#app/web/layout/texts.ts'
import { later } from '#web/later.tsx'
import { useShortcuts } from '#web/shortcuts.ts'

const ShortcutsHelp = later(() => import('./ShortcutsHelp.tsx'))

/** Opens the list of keyboard shortcuts on `?`. */
export const ShortcutsHost = () => {
  const [open, setOpen] = useState(false)
  const [keys] = useState(() => [{ key: '?', label: texts.shortcuts, run: () => setOpen(true) }])
  useShortcuts(keys)
  return open && <ShortcutsHelp onClose={() => setOpen(false)} />
}
