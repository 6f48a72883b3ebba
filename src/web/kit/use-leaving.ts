import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Calls `leave` when the user leaves an open list: immediately when the focus moves by keyboard, but only
 * after a click has ended, because closing the list moves what is being clicked. Returns the field's blur
 * handler.
 */
export const useLeaving = (box: RefObject<HTMLElement | null>, isOpen: boolean, leave: () => void) => {
  const isPressed = useRef(false)
  const onLeave = useEffectEvent(leave)
  useEffect(() => {
    if (!isOpen) return
    const isOutside = ({ target }: Event) => target instanceof Node && !box.current?.contains(target)
    const onDown = (event: Event) => {
      isPressed.current = isOutside(event)
    }
    const onClick = (event: Event) => isOutside(event) && setTimeout(onLeave)
    // Scrolling by touch is not a click.
    const onScroll = () => {
      isPressed.current = false
    }
    document.addEventListener('pointerdown', onDown, true)
    document.addEventListener('pointercancel', onScroll, true)
    document.addEventListener('click', onClick, true)
    return () => {
      onScroll()
      document.removeEventListener('pointerdown', onDown, true)
      document.removeEventListener('pointercancel', onScroll, true)
      document.removeEventListener('click', onClick, true)
    }
  }, [box, isOpen])
  return () => {
    if (!isPressed.current) leave()
  }
}
