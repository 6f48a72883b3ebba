import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { IconName } from '#core/icon-names.ts'
import { getModelName } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import type { mutePost, unmutePost } from '#features/notifications/contract-quiet.ts'
import { postMuteQuery } from '#features/notifications/web/settings/queries.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { Mute } from '../../contract-mutes.ts'
import type { MuteKind } from '../../contract-values.ts'
import { CompactRow } from './CompactRow.tsx'
import { getMuteName, mute, unmute } from './change-mutes.ts'
import { mutesQuery } from './queries.ts'
import { muteTexts } from './texts.ts'

type Choice = { kind: MuteKind; value: string; name: string; icon: IconName }

/** Lists what of the post can be muted: the author, the topic, the tags and the models, in this order. */
const listChoices = ({ user, topic, tags, models }: PostCard): Choice[] => [
  { kind: 'member', value: user.username, name: user.username, icon: 'user' },
  ...(topic ? [{ kind: 'topic', value: topic.name, name: topic.name, icon: 'layers' } as const] : []),
  ...tags.map((tag) => ({ kind: 'tag', value: tag, name: `#${tag}`, icon: 'link' }) as const),
  ...models.map(
    (model) => ({ kind: 'model', value: model, name: getModelName(model), icon: 'wand-sparkles' }) as const,
  ),
]

const isOf = (choice: Choice, each: Mute): boolean =>
  each.kind === choice.kind && (each.kind === 'member' ? getMuteName(each) : each.value) === choice.value

type Props = { post: PostCard; onClose(): void }

/** Lets a member mute what they see in a post, and the notifications about it. */
const MuteDialog = ({ post, onClose }: Props) => {
  const client = useQueryClient()
  const isOwn = useCurrentUser()?.id === post.userId
  const mutes = useQuery(mutesQuery)
  const change = (choice: Choice, existing: Mute | undefined) =>
    existing ? unmute(client, existing, choice.name) : mute(client, choice, choice.name)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={muteTexts.dialogTitle}
      description={muteTexts.dialogText}
    >
      {mutes.isError && !mutes.data ? (
        <ErrorNotice onRetry={() => void mutes.refetch()}>{muteTexts.loadFailed}</ErrorNotice>
      ) : (
        <ul className="divide-y rounded-lg border">
          <NotificationRow post={post} />
          {!isOwn &&
            listChoices(post).map((choice) => {
              const existing = mutes.data?.find((each) => isOf(choice, each))
              return (
                <CompactRow
                  key={`${choice.kind} ${choice.value}`}
                  icon={choice.icon}
                  title={choice.name}
                  detail={muteTexts.kinds[choice.kind]}
                >
                  <ToggleButton
                    isMuted={existing !== undefined}
                    name={choice.name}
                    isReady={mutes.data !== undefined}
                    onToggle={() => change(choice, existing)}
                  />
                </CompactRow>
              )
            })}
        </ul>
      )}
      <p className="mt-4 text-sm">
        <SiteLink href={paths.mutedSettings} onClick={onClose} className="inline-link underline">
          {muteTexts.manage}
        </SiteLink>
      </p>
    </Dialog>
  )
}

type ToggleProps = { isMuted: boolean; name: string; isReady: boolean; onToggle(): Promise<unknown> }

const ToggleButton = ({ isMuted, name, isReady, onToggle }: ToggleProps) => {
  const [isSaving, setIsSaving] = useState(false)
  const toggle = async () => {
    if (isSaving || !isReady) return
    setIsSaving(true)
    await onToggle()
    setIsSaving(false)
  }
  return (
    <Button
      // `disabled` would make the button lose focus.
      aria-disabled={isSaving || !isReady}
      aria-label={isMuted ? muteTexts.unmuteNamed(name) : muteTexts.muteMember(name)}
      onClick={() => void toggle()}
      className="flex-none"
    >
      {isMuted ? muteTexts.unmute : muteTexts.mute}
    </Button>
  )
}

const NotificationRow = ({ post }: { post: PostCard }) => {
  const client = useQueryClient()
  const query = postMuteQuery(post.id)
  const { data } = useQuery(query)
  const toggle = async () => {
    try {
      const result = await callApi<typeof mutePost | typeof unmutePost>(
        data?.isMuted ? 'DELETE /api/posts/:id/notification-mute' : 'PUT /api/posts/:id/notification-mute',
        { params: { id: post.id } },
      )
      client.setQueryData(query.queryKey, result)
    } catch (error) {
      const description = getErrorMessage(error, muteTexts.tryAgain)
      showToast({ title: muteTexts.failed, description, tone: 'danger' })
    }
  }
  return (
    <CompactRow icon="bell-off" title={muteTexts.postNotifications}>
      <ToggleButton
        isMuted={data?.isMuted ?? false}
        name={muteTexts.postNotifications}
        isReady={data !== undefined}
        onToggle={toggle}
      />
    </CompactRow>
  )
}

export default MuteDialog
