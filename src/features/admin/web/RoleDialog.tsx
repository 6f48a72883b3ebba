import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { topicsQuery } from '#features/topics/web/queries.ts'
import { callApi } from '#web/api-client.ts'
import { CheckboxField } from '#web/kit/CheckboxField.tsx'
import type { AdminUserRow, changeRole } from '../contract.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { roleTexts } from './role-texts.ts'
import { profileSubject } from './SubjectLinks.tsx'

type Props = {
  user: Pick<AdminUserRow, 'id' | 'username' | 'isModerator' | 'moderatedTopics'>
  onClose(): void
}

/** `topics` are the ids of topics, as the values of checkboxes. */
type RoleFields = { isModerator: boolean; topics: string[] }

/** Makes a user a moderator of the site or of topics, or an ordinary member again. */
export const RoleDialog = ({ user, onClose }: Props) => {
  const { data: topics = [], isPending } = useQuery(topicsQuery)
  const { register, getValues, control } = useForm<RoleFields>({
    defaultValues: { isModerator: user.isModerator, topics: user.moderatedTopics.map(String) },
  })
  const isModerator = useWatch({ control, name: 'isModerator' })
  return (
    <ConfirmDialog
      draft={`role:${user.id}`}
      title={roleTexts.title(user.username)}
      text={roleTexts.text}
      isReady={!isPending}
      label={roleTexts.save}
      successMessage={roleTexts.saved(user.username)}
      subjects={[profileSubject(user.username)]}
      action={(reason) =>
        callApi<typeof changeRole>('PUT /api/admin/users/:id/role', {
          params: { id: user.id },
          query: { reason },
          body: {
            isModerator: getValues('isModerator'),
            moderatedTopics: getValues('topics').map(Number),
          },
        })
      }
      onClose={onClose}
    >
      <CheckboxField
        label={roleTexts.moderator}
        hint={roleTexts.moderatorHint}
        field={register('isModerator')}
      />
      {!isModerator && topics.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-sm font-medium">{roleTexts.topics}</legend>
          <div className="flex max-h-56 flex-col overflow-y-auto rounded-lg border px-3 py-1 text-sm">
            {topics.map(({ id, name }) => (
              <label key={id} className="control flex cursor-pointer items-center gap-3">
                <input type="checkbox" value={id} className="size-4 flex-none" {...register('topics')} />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </ConfirmDialog>
  )
}
