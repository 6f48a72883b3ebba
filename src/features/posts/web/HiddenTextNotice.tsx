import { ServerHtml } from '#web/kit/Markdown.tsx'
import { useStore } from '#web/store.ts'
import type { HiddenText } from '../contract.ts'
import { hiddenTextCode } from './hidden-text-code.ts'

type Props = { hiddenText?: readonly HiddenText[] | undefined; userId?: number | undefined; text?: string }

/**
 * Says what a post hides. Its code is loaded on demand. Until then, the browser keeps what the server has rendered, so that
 * the page does not jump; an element that the server has not rendered is empty.
 */
export const HiddenTextNotice = (props: Props) => {
  const code = useStore(hiddenTextCode, hiddenTextCode.get())
  return code ? <code.HiddenTextNoticeParts {...props} /> : <ServerHtml />
}
