import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'

/** For the form around a field of files: takes what is dropped on it or pasted into it. */
export const useDroppedFiles = (add: (files: readonly File[]) => Promise<void>) => {
  const [isOver, setIsOver] = useState(false)
  useEffect(keepPage, [])
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
        const into = event.relatedTarget
        if (!(into instanceof Node) || !event.currentTarget.contains(into)) setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false)
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        void add([...event.dataTransfer.files])
      },
      onPaste: (event: ClipboardEvent) => {
        const { clipboardData } = event
        // Texts copied from office programs come with a picture of themselves.
        if (clipboardData.files.length === 0 || clipboardData.types.includes('text/plain')) return
        event.preventDefault()
        void add([...clipboardData.files])
      },
    },
  }
}

/** A file let go beside the form would take the place of the page. Answers how to stop. */
const keepPage = (): (() => void) => {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
  return () => {
    removeEventListener('dragover', refuse)
    removeEventListener('drop', refuse)
  }
}
