const DELAY = 700
const SKIP_DELAY = 300

let lastClosed = 0

/** Decides when to show a tooltip and passes its anchor's rectangle to `show`; null hides it. */
export const createHoverIntent = (show: (place: DOMRect | null) => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isShown = false

  const open = (wrapper: HTMLElement) => {
    const place = wrapper.firstElementChild?.getBoundingClientRect()
    if (!place) return
    isShown = true
    show(place)
  }

  return {
    hover: (wrapper: HTMLElement) => {
      clearTimeout(timer)
      const delay = Date.now() - lastClosed < SKIP_DELAY ? 0 : DELAY
      timer = setTimeout(() => open(wrapper), delay)
    },
    focus: (wrapper: HTMLElement) => {
      clearTimeout(timer)
      open(wrapper)
    },
    leave: () => {
      clearTimeout(timer)
      if (!isShown) return
      isShown = false
      lastClosed = Date.now()
      show(null)
    },
  }
}
