import type { BulkResult } from '#core/bulk-schemas.ts'
import { showToast } from '#web/kit/toast.ts'
import { selectTexts } from './texts.ts'

/** Shows a toast with the number of changed posts and, if some were not changed, the reasons. */
export const showBulkResult = ({ done, failed }: BulkResult, doneText: (count: number) => string): void => {
  const title = doneText(done.length)
  const reasons = [...new Set(failed.map(({ message }) => message))]
  showToast(
    failed.length === 0
      ? { title, tone: 'success' }
      : { title: selectTexts.partly(title, failed.length), description: reasons.join(' '), tone: 'danger' },
  )
}
