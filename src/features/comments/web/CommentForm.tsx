import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import { cleanText, countCharacters } from '#core/text.ts'
import { messages } from '#features/comments/contract.ts'
import { addComment } from '#features/comments/web/add-comment.ts'
import { keepComment, useCommentDraft } from '#features/comments/web/comment-draft.ts'
import { texts } from '#features/comments/web/texts.ts'
import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { CallError } from '#web/call.ts'
import { Button } from '#web/kit/Button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Markdown } from '#web/kit/Markdown.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { toast } from '#web/kit/toast.ts'
import { pageIn } from '#web/page-in.ts'
import { useIsMounted } from '#web/use-is-mounted.ts'

/** From so many characters before the bound on, those that are left are counted. */
const NEAR = 500

type Props = {
  postId: number
  parentId: number | null
  label: string
  /** A reply's form goes when it is done with. */
  onClose?(): void
}

/** Writes a comment or a reply. What is typed stays until it is posted, through failures, reloads and sign-in. */
export const CommentForm = ({ postId, parentId, label, onClose }: Props) => {
  const client = useQueryClient()
  const user = useCurrentUser()
  const [typed, setTyped] = useCommentDraft(user?.id ?? null, postId, parentId)
  const [isPreview, setPreview] = useState(false)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const [first, setFirst] = useState<string | null>(null)
  const isMounted = useIsMounted()
  const attempt = useRef<{ content: string; requestKey: string } | null>(null)
  const content = cleanText(typed)
  const left = limits.comment - countCharacters(content)

  const send = async () => {
    if (isSending) return
    if (!user && content === '') return askToSignIn('comment')
    const wrong = content === '' ? messages.empty : left < 0 ? messages.tooLong : undefined
    setError(wrong)
    setFirst(null)
    if (wrong) return
    if (!user) {
      askToSignIn('comment', { kind: 'comment', postId, content, ...(parentId ? { parentId } : {}) })
      return
    }
    // The same words tried again are the same comment, should only the answer have been lost.
    if (attempt.current?.content !== content) attempt.current = { content, requestKey: newKey() }
    const { requestKey } = attempt.current
    setSending(true)
    setPreview(false)
    try {
      await addComment(client, user, { postId, parentId, content, requestKey: requestKey || undefined })
      attempt.current = null
      keepComment(user.id, { postId, parentId }, '')
      onClose?.()
    } catch (failure) {
      // The person has gone elsewhere: there it is said too.
      if (!isMounted.current) return toast({ title: texts.failed, tone: 'danger' })
      setFirst(pageIn(failure))
      setError(failure instanceof CallError ? failure.said : texts.failed)
    } finally {
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
    if (event.key === 'Escape' && onClose && !typed) onClose()
  }
  // It stands on the page already; the form comes back with its words should it fail.
  const isAway = isSending && onClose !== undefined
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} hidden={isAway} className="my-3">
      {isPreview ? (
        <section aria-label={texts.preview} className="min-h-24 rounded-lg border px-3 py-2">
          <Markdown text={content} className="text-sm leading-[22px]" />
        </section>
      ) : (
        <TextArea
          label={label}
          labelHidden
          rows={3}
          value={isSending ? '' : typed}
          readOnly={isSending}
          autoFocus={onClose !== undefined}
          placeholder={texts.placeholder}
          error={error}
          hint={
            first && (
              <SiteLink href={first} className="underline">
                {texts.goToFirst}
              </SiteLink>
            )
          }
          onChange={({ target }) => {
            setTyped(target.value)
            setError(undefined)
          }}
        />
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={user !== null && content === ''}
          busy={isSending}
          busyLabel={texts.sending}
        >
          {!user ? texts.signInToComment : parentId === null ? texts.comment : texts.reply}
        </Button>
        {(content !== '' || isPreview) && (
          <Button variant="ghost" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
            {isPreview ? texts.edit : texts.preview}
          </Button>
        )}
        {onClose && (
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
        )}
        {left < NEAR && (
          <span role="status" className={classes('text-xs', left < 0 ? 'text-danger' : 'text-muted')}>
            {texts.left(left)}
          </span>
        )}
      </div>
    </form>
  )
}

/** Browsers give one on safe origins alone; without it the server knows the same words for 30 seconds. */
const newKey = (): string => (typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : '')
