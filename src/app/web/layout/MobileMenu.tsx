import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { useCloseOnBack } from '#web/navigation/overlay-history.ts'
import { Brand } from './Brand.tsx'
import { ThemeSwitch } from './Header.tsx'
import { Sidebar } from './Sidebar.tsx'
import { layoutTexts } from './texts.ts'

/** At this width and above, the sidebar shows the same links. */
const SIDEBAR = '(width >= 48rem)'

/**
 * The slide-out menu on narrow screens. It is a native dialog, which traps focus, makes the page inert and closes on
 * Escape.
 */
const MobileMenu = ({ onClose }: { onClose(): void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  // This is a layout effect because a dialog returns focus only if it is closed before it is removed from the
  // document.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useCloseOnBack(onClose)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const wide = matchMedia(SIDEBAR)
    const onWide = () => wide.matches && close()
    wide.addEventListener('change', onWide)
    return () => wide.removeEventListener('change', onWide)
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the menu closes it; keys have Escape
    <dialog
      ref={dialog}
      aria-label={layoutTexts.menu}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mobile-menu"
    >
      <div className="flex items-center justify-between gap-2 p-2 pr-1">
        <Brand onNavigate={onClose} />
        <div className="flex">
          <ThemeSwitch />
          <IconButton name={layoutTexts.closeMenu} onClick={onClose}>
            <Icon name="x" size={20} />
          </IconButton>
        </div>
      </div>
      <Sidebar onNavigate={onClose} onDialog={onClose} />
    </dialog>
  )
}

export default MobileMenu
