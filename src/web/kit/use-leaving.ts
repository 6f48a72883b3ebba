import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * For a list that opens in the flow: tells when the person goes elsewhere, by keys at once, by a press when the press
 * is over, since what is pressed must not move away from under it. Answers what hears the field lose the focus.
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
    // A finger that scrolls presses nothing.
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
