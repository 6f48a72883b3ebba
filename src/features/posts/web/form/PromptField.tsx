import { useId, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '#web/kit/Button.tsx'
import { insertText } from '#web/kit/insert-text.ts'
import { TextArea } from '#web/kit/TextArea.tsx'
import { FillablePrompt } from '../FillablePrompt.tsx'
import { createBlankInsertion } from './insert-blank.ts'
import type { PostValues } from './post-values.ts'
import { postFormTexts } from './texts.ts'

/**
 * The prompt field with a button that inserts a blank at the cursor, and a preview in the box that readers
 * see. A validation error closes the preview, so the field can be focused.
 */
export const PromptField = () => {
  const { register, formState } = useFormContext<PostValues>()
  const hintId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [wantsPreview, setWantsPreview] = useState(false)
  const error = formState.errors.prompt?.message
  const isPreview = wantsPreview && !error
  const { ref, ...registration } = register('prompt')
  const onInsert = () => {
    const textArea = field.current
    if (!textArea) return
    const { value, selectionStart, selectionEnd } = textArea
    const { range, text, name } = createBlankInsertion(value, { start: selectionStart, end: selectionEnd })
    textArea.focus()
    textArea.setSelectionRange(range.start, range.end)
    insertText(textArea, text)
    textArea.setSelectionRange(name.start, name.end)
  }
  return (
    <div className="flex flex-col gap-1.5">
      {/* Hidden rather than removed so that the field stays registered with its height and undo history. */}
      <div hidden={isPreview}>
        <TextArea
          label={postFormTexts.prompt}
          placeholder={postFormTexts.promptPlaceholder}
          rows={6}
          aria-required
          spellCheck={false}
          className="font-mono wide:text-sm!"
          error={error}
          {...registration}
          ref={(element) => {
            field.current = element
            ref(element)
          }}
        />
      </div>
      {isPreview && <PromptPreview />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {!isPreview && (
          <Button aria-describedby={hintId} onClick={onInsert}>
            {postFormTexts.insertBlank}
          </Button>
        )}
        <Button variant="ghost" onClick={() => setWantsPreview(!isPreview)}>
          {isPreview ? postFormTexts.writePrompt : postFormTexts.previewPrompt}
        </Button>
        <p id={hintId} className="text-xs text-muted">
          {postFormTexts.blankHint}
        </p>
      </div>
    </div>
  )
}

const PromptPreview = () => {
  const [prompt, type, models, blanksIn] = useWatch<PostValues, ['prompt', 'type', 'models', 'blanksIn']>({
    name: ['prompt', 'type', 'models', 'blanksIn'],
  })
  return (
    <section aria-label={postFormTexts.preview}>
      <p className="mb-1.5 text-sm font-medium">{postFormTexts.prompt}</p>
      {prompt.trim() ? (
        <FillablePrompt id="preview" prompt={{ text: prompt, type, models, blanksIn }} isPreview />
      ) : (
        <p className="rounded-lg bg-sunken px-4 py-3 text-muted">{postFormTexts.nothingToPreview}</p>
      )}
    </section>
  )
}
