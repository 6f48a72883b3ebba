import { type PromptMessage, parseMessages, writeMessages } from '@prompt-collection/prompt-blanks/messages'
import { getRoleLabel, type MessageRole } from '@prompt-collection/prompt-blanks/split-by-form'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { insertBlank } from './insert-blank.ts'
import { PromptPreview } from './PromptPreview.tsx'
import type { PostValues } from './post-values.ts'
import { postFormTexts } from './texts.ts'

const ROLES: readonly MessageRole[] = ['system', 'user', 'assistant']

type Row = PromptMessage & { key: number }

let lastKey = 0
const toRow = (message: PromptMessage): Row => {
  lastKey += 1
  return { ...message, key: lastKey }
}

const EMPTY: readonly PromptMessage[] = [
  { role: 'system', content: '' },
  { role: 'user', content: '' },
]

const parseRows = (prompt: string): Row[] => {
  const messages = parseMessages(prompt)
  return (messages.length > 0 ? messages : EMPTY).map(toRow)
}

/** Keeps the messages, of which the empty ones are not part of the prompt's text. */
const useRows = (prompt: string, onWrite: (prompt: string) => void) => {
  const [state, setState] = useState(() => ({ prompt, rows: parseRows(prompt) }))
  // The text has been changed elsewhere, for example by discarding the draft.
  const isStale = state.prompt !== prompt
  if (isStale) setState({ prompt, rows: parseRows(prompt) })
  const setRows = (rows: Row[]) => {
    const written = writeMessages(rows)
    setState({ prompt: written, rows })
    onWrite(written)
  }
  return [state.rows, setRows] as const
}

/** The fields of a prompt that consists of messages: one box for each message, with its role. */
const MessagesField = () => {
  const { control } = useFormContext<PostValues>()
  const { field, fieldState } = useController({ control, name: 'prompt' })
  const [rows, setRows] = useRows(field.value, field.onChange)
  const [wantsPreview, setWantsPreview] = useState(false)
  const group = useRef<HTMLFieldSetElement>(null)
  const hintId = useId()
  const lastFocused = useRef<HTMLTextAreaElement>(null)
  const error = fieldState.error?.message
  const isPreview = wantsPreview && !error
  const change = (key: number, values: Partial<PromptMessage>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...values } : row)))
  /** Focuses a control of the message that is at this position after the next rendering. */
  const focusRow = (index: number, selector: string) =>
    requestAnimationFrame(() => {
      const row = group.current?.querySelectorAll('[data-message]')[index]
      const controls = [...(row?.querySelectorAll<HTMLElement>(selector) ?? [])]
      controls.find((control) => !control.matches(':disabled'))?.focus()
    })
  const move = (index: number, by: 1 | -1) => {
    const moved = [...rows]
    moved.splice(index + by, 0, ...moved.splice(index, 1))
    setRows(moved)
    announce(postFormTexts.messageMoved(index + by + 1))
    const [here, back] = by > 0 ? ['down', 'up'] : ['up', 'down']
    focusRow(index + by, `[data-move=${here}]:enabled, [data-move=${back}]:enabled`)
  }
  const remove = (index: number) => {
    setRows(rows.filter((_, other) => other !== index))
    focusRow(Math.min(index, rows.length - 2), 'textarea')
  }
  const add = () => {
    const role = rows.at(-1)?.role === 'user' ? 'assistant' : 'user'
    setRows([...rows, toRow({ role, content: '' })])
    focusRow(rows.length, 'textarea')
  }
  const onInsertBlank = () => {
    const target = lastFocused.current ?? group.current?.querySelector('textarea')
    if (target) insertBlank(target)
  }
  return (
    <fieldset ref={group} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium">{postFormTexts.messages}</legend>
      {isPreview ? (
        <PromptPreview />
      ) : (
        rows.map(({ key, role, content }, index) => (
          <MessageBox
            key={key}
            number={index + 1}
            role={role}
            onRole={(next) => change(key, { role: next })}
            buttons={
              <>
                <IconButton
                  name={postFormTexts.moveMessageUp(index + 1)}
                  data-move="up"
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <Icon name="chevron-up" size={16} />
                </IconButton>
                <IconButton
                  name={postFormTexts.moveMessageDown(index + 1)}
                  data-move="down"
                  disabled={index === rows.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <Icon name="chevron-down" size={16} />
                </IconButton>
                <IconButton
                  name={postFormTexts.removeMessage(index + 1)}
                  disabled={rows.length === 1}
                  onClick={() => remove(index)}
                >
                  <Icon name="x" size={16} />
                </IconButton>
              </>
            }
          >
            <TextArea
              label={postFormTexts.messageText(index + 1, getRoleLabel(role))}
              labelHidden
              rows={3}
              spellCheck={false}
              className="font-mono wide:text-sm!"
              value={content}
              error={index === 0 ? error : undefined}
              ref={index === 0 ? field.ref : undefined}
              onFocus={({ currentTarget }) => {
                lastFocused.current = currentTarget
              }}
              onBlur={field.onBlur}
              onChange={({ target }) => change(key, { content: target.value })}
            />
          </MessageBox>
        ))
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {!isPreview && (
          <>
            <Button onClick={add}>{postFormTexts.addMessage}</Button>
            <Button aria-describedby={hintId} onClick={onInsertBlank}>
              {postFormTexts.insertBlank}
            </Button>
          </>
        )}
        <Button
          variant="ghost"
          className={isPreview ? 'flush-start' : undefined}
          onClick={() => setWantsPreview(!isPreview)}
        >
          {isPreview ? postFormTexts.writePrompt : postFormTexts.previewPrompt}
        </Button>
        <p id={hintId} className="text-xs text-muted">
          {postFormTexts.blankHint}
        </p>
      </div>
    </fieldset>
  )
}

type BoxProps = {
  number: number
  role: MessageRole
  onRole(role: MessageRole): void
  buttons: ReactNode
  children: ReactNode
}

const MessageBox = ({ number, role, onRole, buttons, children }: BoxProps) => (
  <div data-message className="flex flex-col gap-1.5">
    <div className="flex items-center gap-1">
      <select
        aria-label={postFormTexts.messageRole(number)}
        value={role}
        className="control rounded-lg border border-line-strong bg-surface px-2 py-1 text-sm"
        onChange={({ target }) => onRole(target.value as MessageRole)}
      >
        {ROLES.map((option) => (
          <option key={option} value={option}>
            {getRoleLabel(option)}
          </option>
        ))}
      </select>
      <span className="ml-auto flex">{buttons}</span>
    </div>
    {children}
  </div>
)

export default MessagesField
