import { type ComponentProps, useRef, useState } from 'react'
import { useCurrentUser } from '#web/current-user.ts'
import { TextArea } from '#web/kit/TextArea.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'

const MentionSuggestions = lazyWithPreload(() => import('./MentionSuggestions.tsx'))

type Props = ComponentProps<typeof TextArea> & {
  /** The post whose participants are suggested first. */
  postId?: number
}

/** A text area that suggests members after an `@`. The suggestions' code is loaded when a member first types an `@`. */
export const MentionTextArea = ({ postId, ref, onInput, ...props }: Props) => {
  const user = useCurrentUser()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isUsed, setUsed] = useState(false)
  return (
    <div className="relative">
      <TextArea
        {...props}
        ref={(element) => {
          field.current = element
          if (typeof ref === 'function') ref(element)
          else if (ref) ref.current = element
        }}
        onInput={(event) => {
          onInput?.(event)
          if (!isUsed && user && event.currentTarget.value.includes('@')) setUsed(true)
        }}
      />
      {isUsed && <MentionSuggestions field={field} postId={postId} />}
    </div>
  )
}
