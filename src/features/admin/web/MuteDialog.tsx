import { useState } from 'react'
import { ReasonChoice } from '#features/moderation/web/report/ReasonChoice.tsx'
import { callApi } from '#web/api-client.ts'
import type { AdminUserRow, muteUser } from '../contract.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { profileSubject } from './SubjectLinks.tsx'
import { adminTexts } from './texts.ts'
import { userTexts } from './users-texts.ts'

type Props = { user: Pick<AdminUserRow, 'id' | 'username'>; onClose(): void }

/** Asks for the rule on which a mute rests, which its statement names, before an admin mutes a user. */
export const MuteDialog = ({ user: { id, username }, onClose }: Props) => {
  const [rule, setRule] = useState('')
  return (
    <ConfirmDialog
      draft={`mute:${id}`}
      title={userTexts.muteTitle(username)}
      text={userTexts.muteText}
      isReady={rule !== ''}
      label={userTexts.mute}
      successMessage={userTexts.userMuted(username)}
      action={(reason) =>
        callApi<typeof muteUser>('PATCH /api/admin/users/:id/mute', {
          params: { id },
          query: { reason, rule },
        })
      }
      subjects={[profileSubject(username)]}
      onClose={onClose}
    >
      <ReasonChoice
        label={adminTexts.rule}
        noneLabel={adminTexts.chooseRule}
        value={rule}
        onChange={setRule}
      />
    </ConfirmDialog>
  )
}
