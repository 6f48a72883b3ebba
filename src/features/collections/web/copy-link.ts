import { copyText } from '#features/posts/web/share-link.ts'
import { showToast } from '#web/kit/toast.ts'
import { collectionTexts } from './texts.ts'

/**
 * Copies the link of a collection that has just been saved, and says so. Safari copies nothing after a request, so the
 * toast offers it again.
 */
export const copyLinkAndShowToast = async (title: string, url: string): Promise<void> => {
  const isCopied = await navigator.clipboard.writeText(url).then(
    () => true,
    () => false,
  )
  showToast({
    title,
    tone: 'success',
    ...(isCopied
      ? { description: collectionTexts.linkCopied }
      : {
          action: {
            label: collectionTexts.copyLink,
            run: () => void copyText(url, collectionTexts.linkCopied, collectionTexts.copyFailed),
          },
        }),
  })
}
