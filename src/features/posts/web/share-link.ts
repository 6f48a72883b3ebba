import { texts } from '#features/posts/web/texts.ts'
import { toast } from '#web/kit/toast.ts'

/** The device's own share sheet where there is one and it opens, otherwise the link goes to the clipboard. */
export const shareLink = async (title: string, url: string): Promise<void> => {
  if (isTouch() && navigator.share) {
    try {
      return await navigator.share({ title, url })
    } catch (error) {
      // Closing the sheet rejects: that is an answer, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  await copyText(url, texts.linkCopied, texts.shareFailed)
}

/** Copies, and says how it went. */
export const copyText = async (text: string, done: string, failed: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: done })
  } catch {
    toast({ title: failed, tone: 'danger' })
  }
}

const isTouch = () => matchMedia('(pointer: coarse)').matches
