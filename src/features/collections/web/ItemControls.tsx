import { useState } from 'react'
import { limits } from '#core/limits.ts'
import { call } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import type { CollectionItem, removeFromCollection, updateItem } from '../contract.ts'
import { texts } from './texts.ts'
import { useCollectionChange } from './use-collection-change.ts'

type Props = {
  collectionId: string
  items: readonly CollectionItem[]
  index: number
}

/** What the owner can do with a post in a collection: move it, say something about it, remove it. */
export const ItemControls = ({ collectionId: id, items, index }: Props) => {
  const { isBusy, run } = useCollectionChange()
  const [note, setNote] = useState<string | null>(null)
  const item = items[index]
  if (!item) return null
  const { title } = item.post
  const params = { id, postId: item.post.id }
  const update = (body: { note?: string; placeOf?: number }) =>
    run(texts.changeFailed, () =>
      call<typeof updateItem>('PATCH /api/collections/:id/posts/:postId', { params, body }),
    )
  const move = async (step: 1 | -1) => {
    const other = items[index + step]
    if (!other || !(await update({ placeOf: other.post.id }))) return
    announce(texts.movedTo(title, index + step + 1, items.length))
  }
  const remove = () =>
    run(texts.changeFailed, () =>
      call<typeof removeFromCollection>('DELETE /api/collections/:id/posts/:postId', { params }),
    )
  const saveNote = async () => {
    if (note !== null && (await update({ note }))) setNote(null)
  }
  return (
    <div className="flex flex-wrap items-center gap-1 pb-3 scripting-none:hidden">
      <IconButton name={texts.earlier(title)} disabled={isBusy || index === 0} onClick={() => void move(-1)}>
        <Icon name="arrow-big-up" size={16} />
      </IconButton>
      <IconButton
        name={texts.later(title)}
        disabled={isBusy || index === items.length - 1}
        onClick={() => void move(1)}
      >
        <Icon name="arrow-big-down" size={16} />
      </IconButton>
      <IconButton name={texts.remove(title)} disabled={isBusy} onClick={() => void remove()}>
        <Icon name="x" size={16} />
      </IconButton>
      {note === null ? (
        <Button variant="ghost" onClick={() => setNote(item.note)}>
          {item.note ? texts.editNote : texts.addNote}
        </Button>
      ) : (
        <form
          className="flex min-w-0 grow items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            void saveNote()
          }}
        >
          <div className="min-w-0 grow">
            <TextField
              label={texts.note}
              hint={texts.noteHint}
              value={note}
              maxLength={limits.collectionNote}
              autoComplete="off"
              onChange={({ target }) => setNote(target.value)}
            />
          </div>
          <Button type="submit" busy={isBusy} busyLabel={texts.saving}>
            {texts.save}
          </Button>
          <Button variant="ghost" onClick={() => setNote(null)}>
            {texts.cancel}
          </Button>
        </form>
      )}
    </div>
  )
}
