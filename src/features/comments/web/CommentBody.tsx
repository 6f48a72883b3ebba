import { type MouseEvent, useState } from 'react'
import { Markdown } from '#web/kit/Markdown.tsx'
import { getSelfAndAncestors, restoreFocus } from '#web/kit/return-focus.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import type { Comment } from '../contract.ts'
import { CommentActions } from './CommentActions.tsx'
import type { CommentThread } from './comment-thread.ts'
import { getCommentExcerpt } from './excerpt.ts'
import { commentTexts } from './texts.ts'

type CommentTextProps = { comment: Comment; author: string; href: string; isTarget: boolean }

/**
 * Shows a comment's text. Long text is shown as an excerpt until it is expanded, because a page of long
 * comments would take the server a second to render. Without JavaScript, the link leads to the comment's
 * permalink page, which shows the full text.
 */
const CommentText = ({ comment: { content, mentions }, author, href, isTarget }: CommentTextProps) => {
  const [isOpen, setOpen] = useState(false)
  const excerpt = isOpen || isTarget ? null : getCommentExcerpt(content)
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // The link disappears, so the focus moves to the comment.
    restoreFocus(getSelfAndAncestors(event.currentTarget.parentElement))
    setOpen(true)
  }
  return (
    <>
      <Markdown text={excerpt ?? content} mentions={mentions} className="max-w-[68ch] text-sm leading-5.5" />
      {excerpt !== null && (
        <SiteLink
          href={href}
          preload={false}
          aria-label={commentTexts.showAllOf(author)}
          onClick={open}
          className="control inline-flex items-center text-sm text-accent hover:underline"
        >
          {commentTexts.showAll}
        </SiteLink>
      )}
    </>
  )
}

const EditCommentForm = lazyDialog(() => import('./EditCommentForm.tsx'))

type Props = { comment: Comment; thread: CommentThread; author: string; isPending: boolean }

/** Shows a comment's text, which the author can edit in place, and its actions. */
export const CommentBody = ({ comment, thread, author, isPending }: Props) => {
  // The text stays visible until the form's code has loaded, and shows the changes while they are being
  // saved.
  const [form, setForm] = useState<'closed' | 'opening' | 'open' | 'saving'>('closed')
  const edit = () => {
    EditCommentForm.preload()
    setForm('opening')
  }
  return (
    <div className="mt-1 pl-7">
      {form !== 'open' && (
        <CommentText
          comment={comment}
          author={author}
          href={thread.hrefOf(comment.id)}
          isTarget={comment.id === thread.target}
        />
      )}
      {form !== 'closed' && (
        <EditCommentForm comment={comment} isSaving={form === 'saving'} onChange={setForm} />
      )}
      {form !== 'open' && !isPending && (
        <CommentActions
          comment={comment}
          thread={thread}
          author={author}
          onEdit={edit}
          prepareEdit={EditCommentForm.preload}
        />
      )}
    </div>
  )
}
