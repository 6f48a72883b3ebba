import { useQuery } from '@tanstack/react-query'
import type { useForm } from 'react-hook-form'
import { type PostLabel, postLabels } from '#core/post-restrictions.ts'
import { TagsField } from '#features/posts/web/form/TagsField.tsx'
import { topicsQuery } from '#features/topics/web/queries.ts'
import { Picker } from '#web/kit/Picker.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import type { DecisionFields } from '../../contract-form.ts'
import type { DecisionAction } from '../../contract-values.ts'
import { queueTexts } from './texts.ts'

type FormProps = { form: ReturnType<typeof useForm<DecisionFields>> }

/** The fields for the parameters of a decision: for how long, which labels, or which topic and tags. */
export const DecisionParameters = ({ action, form }: FormProps & { action: DecisionAction }) => {
  const { errors } = form.formState
  if (action === 'mute' || action === 'suspend')
    return (
      <TextField
        label={queueTexts.days}
        hint={queueTexts.daysHint}
        inputMode="numeric"
        autoComplete="off"
        error={errors.days?.message}
        {...form.register('days')}
      />
    )
  if (action === 'label') return <LabelChoice form={form} />
  return action === 'recategorize' ? <CategoryFields form={form} /> : null
}

const LabelChoice = ({ form }: FormProps) => (
  <fieldset>
    <legend className="mb-1 text-sm font-medium">{queueTexts.labels}</legend>
    {postLabels.map((label) => (
      <label key={label} className="control flex cursor-pointer items-center gap-2.5 text-sm">
        <input type="checkbox" value={label} className="size-4 flex-none" {...form.register('labels')} />
        {queueTexts.postLabels[label satisfies PostLabel]}
      </label>
    ))}
  </fieldset>
)

const CategoryFields = ({ form }: FormProps) => {
  const { data: topics = [] } = useQuery(topicsQuery)
  const [topicId, tags] = form.watch(['topicId', 'tags'])
  return (
    <>
      <Picker
        label={queueTexts.topic}
        error={form.formState.errors.topicId?.message}
        options={topics.map(({ id, name }) => ({ value: String(id), label: name }))}
        chosen={topicId === null ? [] : [String(topicId)]}
        max={1}
        noneLabel={queueTexts.noTopic}
        placeholder={queueTexts.topicPlaceholder}
        onChange={([chosen]) => form.setValue('topicId', chosen ? Number(chosen) : null)}
      />
      <TagsField
        chosen={tags}
        error={form.formState.errors.tags?.message}
        onChange={(next) => form.setValue('tags', next)}
      />
    </>
  )
}
