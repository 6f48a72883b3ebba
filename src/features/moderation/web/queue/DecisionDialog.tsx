import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { paths } from '#core/paths.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { focusInvalidField } from '#web/focus-invalid-field.ts'
import { CheckboxField } from '#web/kit/CheckboxField.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { showFieldErrors } from '#web/show-field-errors.ts'
import { useFormDraft } from '#web/use-form-draft.ts'
import type { CaseDetails, decideCase } from '../../contract.ts'
import { type DecisionFields, decisionFormSchema, dismissalFormSchema } from '../../contract-form.ts'
import { type DecisionAction, dismissalReasons } from '../../contract-values.ts'
import { ReasonChoice } from '../report/ReasonChoice.tsx'
import { type Dismissal, getActionTexts, getDismissal } from './action-texts.ts'
import { DecisionParameters } from './DecisionParameters.tsx'
import { queueTexts } from './texts.ts'
import { undoDecision } from './undo-decision.ts'

const TEXTS = ['words'] as const
const FIELDS = ['reason', 'words', 'days', 'labels', 'topicId', 'tags'] as const

type Props = { found: CaseDetails; action: DecisionAction; onDecided(): Promise<void>; onClose(): void }

/** The parameters of each action that has any, as the API takes them. */
const toParameters = (action: DecisionAction, { days, labels, topicId, tags }: DecisionFields) => {
  if (action === 'mute' || action === 'suspend') return days === '' ? {} : { days: Number(days) }
  if (action === 'label') return { labels }
  return action === 'recategorize' ? { topicId, tags } : {}
}

/** Asks for the reason and the parameters of a decision, and decides the case with it. */
export const DecisionDialog = ({ found, action, onDecided, onClose }: Props) => {
  const client = useQueryClient()
  const navigation = useNavigation()
  const user = useCurrentUser()
  const { id, reasons, topic, subject } = found
  const dismissal = getDismissal(found)
  const texts = getActionTexts(action, dismissal)
  // The case is fetched again while the dialog is open, but the moderator has read what it said before.
  const [revision] = useState(subject?.revision)
  const [lastDecision] = useState(
    () => found.decisions.findLast(({ reversedAt }) => reversedAt === null)?.id ?? null,
  )
  const form = useForm<DecisionFields>({
    defaultValues: {
      reason: action === 'dismiss' ? dismissalReasons[0] : (reasons[0] ?? ''),
      words: '',
      isLegal: false,
      days: '',
      labels: subject?.labels ?? [],
      topicId: topic?.id ?? null,
      tags: subject?.tags ?? [],
    },
    resolver: zodResolver(action === 'dismiss' ? dismissalFormSchema : decisionFormSchema),
    shouldFocusError: false,
  })
  const { handleSubmit, setError, formState } = form
  const dropDraft = useFormDraft(form, user?.id ?? null, `decision:${id}`, TEXTS)
  const submit = handleSubmit(async (values) => {
    try {
      const { reason, words, isLegal } = values
      const decision = await callApi<typeof decideCase>('POST /api/moderation/cases/:id/decisions', {
        params: { id },
        body: {
          action,
          reason,
          words,
          isLegal,
          ...(revision !== undefined && { revision }),
          lastDecision,
          ...toParameters(action, values),
        },
      })
      dropDraft()
      onClose()
      await onDecided()
      void invalidateLists(client, 'cases')
      void invalidateLists(client, 'posts')
      const undo = async () => {
        try {
          await undoDecision(client, decision.id)
          await navigation.push(paths.moderationCase(id))
          showToast({ title: queueTexts.undoneToast, tone: 'success' })
        } catch (error) {
          const description = getErrorMessage(error, queueTexts.tryAgain)
          showToast({ title: queueTexts.undoFailed, description, tone: 'danger' })
        }
      }
      showToast({
        title: texts.done,
        tone: 'success',
        action: { label: queueTexts.undo, run: () => void undo() },
      })
    } catch (error) {
      // Another moderator may have claimed or decided it meanwhile.
      void invalidateLists(client, 'cases')
      if (!showFieldErrors(error, setError, FIELDS))
        setError('root', { message: getErrorMessage(error, queueTexts.decideFailed) })
    }
  }, focusInvalidField)
  const { errors, isSubmitting } = formState
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={texts.title}
      description={texts.effect}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <DecisionParameters action={action} form={form} />
        {(action !== 'dismiss' || dismissal === null) && (
          <ReasonChoice
            label={queueTexts.reason}
            noneLabel={queueTexts.chooseReason}
            {...(action === 'dismiss' && { reasons: dismissalReasons })}
            value={form.watch('reason')}
            error={errors.reason?.message}
            onChange={(reason) => form.setValue('reason', reason, { shouldDirty: true })}
          />
        )}
        <TextArea
          {...describeWords(action, dismissal, found.reportCount > 0)}
          rows={3}
          error={errors.words?.message}
          {...form.register('words')}
        />
        {action !== 'dismiss' && (
          <CheckboxField
            label={queueTexts.isLegal}
            hint={queueTexts.isLegalHint}
            field={form.register('isLegal')}
          />
        )}
        <FormButtons
          error={errors.root?.message}
          variant={texts.isDangerous ? 'danger' : 'primary'}
          busy={isSubmitting}
          busyLabel={queueTexts.deciding}
          onCancel={onClose}
        >
          {texts.confirm}
        </FormButtons>
      </form>
    </Dialog>
  )
}

/** Names the field for words by those who read them. */
const describeWords = (action: DecisionAction, dismissal: Dismissal, isReported: boolean) => {
  if (action === 'dismiss' && dismissal === null) return { label: queueTexts.dismissalWords }
  return { label: queueTexts.words, hint: isReported ? queueTexts.wordsHint : queueTexts.authorWordsHint }
}
