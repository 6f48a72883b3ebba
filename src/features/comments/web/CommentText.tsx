import { type MouseEvent, useState } from 'react'
import type { Comment } from '#features/comments/contract.ts'
import { beginningOf } from '#features/comments/web/beginning-of.ts'
import { texts } from '#features/comments/web/texts.ts'
import { Markdown } from '#web/kit/Markdown.tsx'
import { placeOf, returnFocus } from '#web/kit/return-focus.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'

type Props = { comment: Comment; author: string; href: string; isTarget: boolean }

/**
 * The text of a comment. A long one is an excerpt until it is expanded: a page of long comments would take
 * the server a second to render. Without JavaScript the full text is on the permalink page, where the comment
 * is the target.
 */
export const CommentText = ({ comment: { content }, author, href, isTarget }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const excerpt = isOpen || isTarget ? null : beginningOf(content)
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // The link disappears, so the focus moves to the comment.
    returnFocus(placeOf(event.currentTarget.parentElement))
    setOpen(true)
  }
  return (
    <>
      <Markdown text={excerpt ?? content} className="max-w-[68ch] text-sm leading-[22px]" />
      {excerpt !== null && (
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
