import { Dialog } from '#web/kit/Dialog.tsx'
import { activeShortcutsStore } from '#web/shortcuts.ts'
import { layoutTexts } from './texts.ts'

/** Lists the keyboard shortcuts of the current page. Its code is loaded when it is first opened. */
const ShortcutsHelp = ({ onClose }: { onClose(): void }) => {
  const unique = new Map(activeShortcutsStore.get().map(({ key, label }) => [key, label]))
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={layoutTexts.shortcuts}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 text-sm">
        {[...unique].map(([key, label]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-7 rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-mono text-xs">
                {key === ' ' ? layoutTexts.space : key}
              </kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

export default ShortcutsHelp
