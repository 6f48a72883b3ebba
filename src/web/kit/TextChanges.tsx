import type { ReactNode } from 'react'
import type { TextChange } from '#core/text-changes.ts'
import { messageTexts } from './message-texts.ts'

type Props = {
  changes: readonly TextChange[]
  /** If set, only the text before the change or only the text after it is shown. */
  side?: 'before' | 'after' | undefined
  /** Renders unchanged text; by default, it is shown as is. */
  renderSame?: (text: string, position: { isFirst: boolean; isLast: boolean }) => ReactNode
}

/**
 * Shows the differences between two texts inline: removed text is struck through and added text is
 * underlined; screen readers announce both.
 */
export const TextChanges = ({ changes, side, renderSame = (text) => text }: Props) => {
  let offset = 0
  return changes.map(({ text, change }, index) => {
    const key = offset
    offset += text.length + 1
    if (change === 'same') {
      const position = { isFirst: index === 0, isLast: index === changes.length - 1 }
      return <span key={key}>{renderSame(text, position)}</span>
    }
    if (change === 'removed')
      return side === 'after' ? null : (
        <del key={key} className="rounded-xs bg-danger/10 text-danger">
          <span className="sr-only">{messageTexts.removed} </span>
          {text}
        </del>
      )
    return side === 'before' ? null : (
      <ins key={key} className="rounded-xs bg-success/10 text-success decoration-1 underline-offset-3">
        <span className="sr-only">{messageTexts.added} </span>
        {text}
      </ins>
    )
  })
}
