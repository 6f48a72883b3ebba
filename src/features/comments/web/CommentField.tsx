import type { ReactNode, Ref } from 'react'
import { limits } from '#core/limits.ts'
import { cleanText, countCharacters } from '#core/text.ts'
import { MentionTextArea } from '#features/members/web/MentionTextArea.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Markdown } from '#web/kit/Markdown.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { commentTexts } from './texts.ts'

/** The counter is shown when at most this many characters are left. */
const COUNTER_FROM = 500

type Props = {
  /** The post whose participants are suggested first for mentions. */
  postId: number
  label: string
  value: string
  isPreview: boolean
  readOnly: boolean
  autoFocus: boolean
  error: string | undefined
  /** The URL of the member's earlier comment with the same text. */
  conflictUrl: string | null
  onType(text: string): void
  ref?: Ref<HTMLTextAreaElement>
}

/** Shows the field for writing or editing a comment, or a preview of the comment. */
export const CommentField = ({ label, value, isPreview, error, conflictUrl, onType, ...rest }: Props) =>
  isPreview ? (
    <section aria-label={commentTexts.preview} className="min-h-24 rounded-lg border px-3 py-2">
      <Markdown text={cleanText(value)} className="text-sm leading-5.5" />
    </section>
  ) : (
    <MentionTextArea
      {...rest}
      label={label}
      labelHidden
      rows={3}
      value={value}
      placeholder={commentTexts.placeholder}
      error={error}
      hint={
        conflictUrl && (
          <SiteLink href={conflictUrl} className="underline">
            {commentTexts.viewDuplicate}
          </SiteLink>
        )
      }
      onChange={({ target }) => onType(target.value)}
    />
  )

/** Returns the number of characters left, which is negative above the limit. */
export const countCharactersLeft = (typed: string): number =>
  limits.comment - countCharacters(cleanText(typed))

export const CharacterCounter = ({ left }: { left: number }): ReactNode =>
  left < COUNTER_FROM && (
    <span role="status" className={classNames('text-xs', left < 0 ? 'text-danger' : 'text-muted')}>
      {commentTexts.charactersLeft(left)}
    </span>
  )
