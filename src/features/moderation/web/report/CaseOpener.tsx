import { useEffect, useEffectEvent } from 'react'
import { paths } from '#core/paths.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { showToast } from '#web/kit/toast.ts'
import type { ModerationSubject } from '#web/moderation-request.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { openCase } from '../../contract.ts'
import { reportTexts } from './texts.ts'

/** Opens the case about a subject, or the one that is open, and goes to it in the queue. */
const CaseOpener = ({ subject, onClose }: { subject: ModerationSubject; onClose(): void }) => {
  const navigation = useNavigation()
  const open = useEffectEvent(async () => {
    try {
      const { id } = await callApi<typeof openCase>('POST /api/moderation/cases', {
        body: { subject: { ...subject, id: String(subject.id) } },
      })
      await navigation.push(paths.moderationCase(id))
    } catch (error) {
      const description = getErrorMessage(error, reportTexts.tryAgain)
      showToast({ title: reportTexts.openFailed, description, tone: 'danger' })
    }
    onClose()
  })
  useEffect(() => void open(), [])
  return null
}

export default CaseOpener
