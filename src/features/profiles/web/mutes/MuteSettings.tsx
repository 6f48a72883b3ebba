import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { IconName } from '#core/icon-names.ts'
import { getModelName, models } from '#core/model-catalogue.ts'
import { callApi } from '#web/api-client.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import type { getProfile } from '../../contract.ts'
import type { Mute } from '../../contract-mutes.ts'
import { MAX_MUTED_VALUE, type MuteKind } from '../../contract-values.ts'
import { CompactRow } from './CompactRow.tsx'
import { block, getMuteName, mute, unblock, unmute } from './change-mutes.ts'
import { blockedMembersQuery, mutesQuery } from './queries.ts'
import { muteTexts } from './texts.ts'

const ICONS: Record<MuteKind, IconName> = {
  member: 'user',
  topic: 'layers',
  tag: 'link',
  model: 'wand-sparkles',
  word: 'text',
}

/** What the member has muted and whom they block, each with a form that adds to it. */
export const MuteSettings = () => (
  <>
    <p className="mb-4 text-sm text-muted">{muteTexts.intro}</p>
    <MuteForm />
    <MuteList />
    <h3 className="mt-8 mb-1 text-sm font-semibold">{muteTexts.blockedHeading}</h3>
    <p className="mb-4 text-sm text-muted">{muteTexts.blockedIntro}</p>
    <BlockForm />
    <BlockList />
  </>
)

const KINDS = Object.keys(muteTexts.kinds) as MuteKind[]
const kindOf = (label: string): MuteKind => KINDS.find((kind) => muteTexts.kinds[kind] === label) ?? 'word'

const MuteForm = () => {
  const client = useQueryClient()
  const [kind, setKind] = useState<MuteKind>('word')
  const [text, setText] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [firstModel] = models
  const [model, setModel] = useState(firstModel?.id ?? '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const value = kind === 'model' ? model : text.trim()
    if (isSaving || value === '') return
    setIsSaving(true)
    if (await mute(client, { kind, value }, kind === 'model' ? getModelName(model) : value)) setText('')
    setIsSaving(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="mb-4 flex flex-wrap items-start gap-3">
      <BoxBoundary>
        <div className="min-w-0 basis-44">
          <SelectField
            label={muteTexts.kind}
            options={KINDS.map((each) => muteTexts.kinds[each])}
            value={muteTexts.kinds[kind]}
            onChange={({ target }) => setKind(kindOf(target.value))}
          />
        </div>
        <div className="min-w-0 grow basis-44">
          {kind === 'model' ? (
            <SelectField
              label={muteTexts.kinds.model}
              options={models.map(({ name }) => name)}
              value={getModelName(model)}
              onChange={({ target }) => setModel(models.find(({ name }) => name === target.value)?.id ?? '')}
            />
          ) : (
            <TextField
              label={muteTexts.kinds[kind]}
              value={text}
              maxLength={MAX_MUTED_VALUE}
              autoComplete="off"
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </div>
        <Button type="submit" aria-disabled={isSaving} className="mt-6.5">
          {muteTexts.mute}
        </Button>
      </BoxBoundary>
    </form>
  )
}

const MuteList = () => {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(mutesQuery)
  if (isError && !data)
    return <ErrorNotice onRetry={() => void refetch()}>{muteTexts.loadFailed}</ErrorNotice>
  if (!data) return <p className="text-sm text-muted">{muteTexts.loading}</p>
  if (data.length === 0) return <p className="text-sm">{muteTexts.noMutes}</p>
  return (
    <ul aria-label={muteTexts.mutedList} className="divide-y rounded-lg border">
      {data.map((each) => (
        <MuteRow key={each.id} mute={each} onUnmute={(name) => void unmute(client, each, name)} />
      ))}
    </ul>
  )
}

const MuteRow = ({ mute, onUnmute }: { mute: Mute; onUnmute(name: string): void }) => {
  const name = mute.kind === 'model' ? getModelName(mute.value ?? '') : getMuteName(mute)
  return (
    <CompactRow icon={ICONS[mute.kind]} title={name} detail={muteTexts.kinds[mute.kind]}>
      <Button aria-label={muteTexts.unmuteNamed(name)} onClick={() => onUnmute(name)}>
        {muteTexts.unmute}
      </Button>
    </CompactRow>
  )
}

const BlockForm = () => {
  const client = useQueryClient()
  const [username, setUsername] = useState('')
  const [error, setError] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const name = username.trim().replace(/^@/, '')
    if (isSaving || name === '') return
    setIsSaving(true)
    try {
      const profile = await callApi<typeof getProfile>('GET /api/users/:username', {
        params: { username: name },
        query: { limit: 1 },
      })
      setError(undefined)
      if (await block(client, profile)) setUsername('')
    } catch {
      setError(muteTexts.notFound)
    }
    setIsSaving(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="mb-4 flex flex-wrap items-start gap-3">
      <BoxBoundary>
        <div className="min-w-0 grow basis-44">
          <TextField
            label={muteTexts.username}
            value={username}
            error={error}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setUsername(target.value)}
          />
        </div>
        <Button type="submit" aria-disabled={isSaving} className="mt-6.5">
          {muteTexts.block}
        </Button>
      </BoxBoundary>
    </form>
  )
}

const BlockList = () => {
  const client = useQueryClient()
  const { data, isError, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(blockedMembersQuery)
  if (isError && !data)
    return <ErrorNotice onRetry={() => void refetch()}>{muteTexts.loadFailed}</ErrorNotice>
  if (!data) return <p className="text-sm text-muted">{muteTexts.loading}</p>
  const members = data.pages.flatMap((page) => page.members)
  if (members.length === 0) return <p className="text-sm">{muteTexts.noBlocks}</p>
  return (
    <>
      <ul aria-label={muteTexts.blockedHeading} className="divide-y rounded-lg border">
        {members.map((member) => (
          <CompactRow key={member.id} icon="user" title={member.username}>
            <Button
              aria-label={muteTexts.unblockNamed(member.username)}
              onClick={() => void unblock(client, member)}
            >
              {muteTexts.unblock}
            </Button>
          </CompactRow>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-3" onClick={() => void fetchNextPage()}>
          {muteTexts.more}
        </Button>
      )}
    </>
  )
}
