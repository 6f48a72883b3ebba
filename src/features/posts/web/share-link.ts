import { showToast } from '#web/kit/toast.ts'
import { postTexts } from './texts.ts'

/** Opens the device's share sheet. Copies the link if the device has none or the sheet fails to open. */
export const shareLink = async (title: string, url: string): Promise<void> => {
  if (isTouch() && navigator.share) {
    try {
      return await navigator.share({ title, url })
    } catch (error) {
      // Closing the share sheet rejects the promise, but that is not an error.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  await copyText(url, postTexts.linkCopied, postTexts.shareFailed)
}

/** Copies the text, shows a toast with the result, and returns whether it succeeded. */
export const copyText = async (
  text: string,
  successTitle: string,
  failureTitle: string,
  description?: string,
): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ title: successTitle, ...(description ? { description } : {}) })
    return true
  } catch {
    showToast({ title: failureTitle, tone: 'danger' })
    return false
  }
}

const isTouch = () => matchMedia('(pointer: coarse)').matches
