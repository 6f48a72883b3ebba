import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'

/** Lets a form accept files that are dropped onto it or pasted into it. */
export const useFileDrop = (add: (files: readonly File[]) => Promise<void>) => {
  const [isOver, setIsOver] = useState(false)
  useEffect(preventNavigation, [])
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setIsOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        const enteredElement = event.relatedTarget
        if (!(enteredElement instanceof Node) || !event.currentTarget.contains(enteredElement))
          setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false)
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        void add([...event.dataTransfer.files])
      },
      onPaste: (event: ClipboardEvent) => {
        const { clipboardData } = event
        // Clipboards that contain text are ignored, because text copied from office programs includes an image of
        // itself.
        if (clipboardData.files.length === 0 || clipboardData.types.includes('text/plain')) return
        event.preventDefault()
        void add([...clipboardData.files])
      },
    },
  }
}

/** Keeps the browser from navigating to a file dropped outside the form. Returns a cleanup function. */
const preventNavigation = (): (() => void) => {
  const onDrag = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', onDrag)
  addEventListener('drop', onDrag)
  return () => {
    removeEventListener('dragover', onDrag)
    removeEventListener('drop', onDrag)
  }
}
