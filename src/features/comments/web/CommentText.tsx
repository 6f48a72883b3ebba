import { type MouseEvent, useState } from 'react'
import type { Comment } from '#features/comments/contract.ts'
import { beginningOf } from '#features/comments/web/beginning-of.ts'
import { texts } from '#features/comments/web/texts.ts'
import { Markdown } from '#web/kit/Markdown.tsx'
import { placeOf, returnFocus } from '#web/kit/return-focus.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'

type Props = { comment: Comment; author: string; href: string; isTarget: boolean }

/**
 * What a comment says. Of a long one only the beginning, until the rest is asked for: a page of them would
 * take the server a second to draw. Without scripts the rest is on the comment's own page, where it is the
 * target.
 */
export const CommentText = ({ comment: { content }, author, href, isTarget }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const beginning = isOpen || isTarget ? null : beginningOf(content)
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // The link goes: to the comment.
    returnFocus(placeOf(event.currentTarget.parentElement))
    setOpen(true)
  }
  return (
    <>
      <Markdown text={beginning ?? content} className="max-w-[68ch] text-sm leading-[22px]" />
      {beginning !== null && (
        <SiteLink
          href={href}
          preload={false}
          aria-label={texts.showAllOf(author)}
          onClick={open}
          className="control inline-flex items-center text-sm text-accent hover:underline"
        >
          {texts.showAll}
        </SiteLink>
      )}
    </>
  )
}
