import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { topicsQuery } from '#features/topics/web/queries.ts'
import { Picker } from '#web/kit/Picker.tsx'
import type { PostValues } from '../form/post-values.ts'
import { postFormTexts } from '../form/texts.ts'

const PRIVATE = 'private'

/**
 * The topic picker. Besides topics, it offers a private option, and a switch that makes the same choice and
 * explains who can read the post (docs/spec/pages.md#dialogs). A muted member can choose only the private
 * option.
 */
export const TopicField = ({ isMuted }: { isMuted: boolean }) => {
  const id = useId()
  const { data: topics = [] } = useQuery(topicsQuery)
  const { control, setValue, formState } = useFormContext<PostValues>()
  const [topicId, isPrivate] = useWatch({ control, name: ['topicId', 'isPrivate'] })
  useEffect(() => {
    if (!isMuted) return
    setValue('isPrivate', true)
    setValue('topicId', null)
  }, [isMuted, setValue])
  const byName = topics.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  return (
    <>
      <Picker
        label={postFormTexts.topic}
        error={formState.errors.topicId?.message}
        hint={
          isMuted ? (
            <span className="text-sm text-warning">{postFormTexts.mutedTopic}</span>
          ) : (
            postFormTexts.optional
          )
        }
        disabled={isMuted}
        options={[
          { value: PRIVATE, label: postFormTexts.privateTopic },
          ...byName.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        chosen={isPrivate ? [PRIVATE] : topicId === null ? [] : [String(topicId)]}
        max={1}
        noneLabel={postFormTexts.noTopic}
        placeholder={postFormTexts.searchTopics}
        onChange={([value]) => {
          setValue('isPrivate', value === PRIVATE, { shouldDirty: true })
          const chosen = value === undefined || value === PRIVATE ? null : Number(value)
          setValue('topicId', chosen, { shouldDirty: true, shouldValidate: formState.isSubmitted })
        }}
      />
      <label className="control flex items-center gap-3 has-disabled:opacity-55">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: HTML does not allow `aria-checked` in an element with `checked`
          role="switch"
          checked={isPrivate}
          disabled={isMuted}
          aria-describedby={`${id}-readers`}
          className="switch"
          onChange={({ currentTarget }) => {
            setValue('isPrivate', currentTarget.checked, { shouldDirty: true })
            // A private post has no topic.
            if (currentTarget.checked) setValue('topicId', null, { shouldDirty: true })
          }}
        />
        <span className="text-sm font-medium">{postFormTexts.privateLink}</span>
      </label>
      <p id={`${id}-readers`} role="status" className="-mt-4 ms-12 text-sm text-muted">
        {isPrivate ? postFormTexts.readByLink : postFormTexts.readByAll}
      </p>
    </>
  )
}
