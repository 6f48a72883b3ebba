import { useState } from 'react'
import { limits } from '#core/limits.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { CollectionItem } from '../contract.ts'
import type { removeFromCollection, updateCollectionItem } from '../contract-items.ts'
import { collectionTexts } from './texts.ts'
import type { ItemMoves } from './use-item-moves.ts'

type Props = {
  collectionId: string
  items: readonly CollectionItem[]
  index: number
  moves: ItemMoves
}

/** Shows the controls that move a post within a collection, edit its note or remove it. */
export const ItemControls = ({ collectionId: id, items, index, moves }: Props) => {
  const { isBusy: isChanging, run } = useListMutation('collections')
  const isBusy = isChanging || moves.isBusy
  const [note, setNote] = useState<string | null>(null)
  const item = items[index]
  if (!item) return null
  const { title } = item.post
  const params = { id, postId: item.post.id }
  const remove = () =>
    run(collectionTexts.changeFailed, () =>
      callApi<typeof removeFromCollection>('DELETE /api/collections/:id/posts/:postId', { params }),
    )
  const saveNote = async () => {
    if (note === null) return
    const save = () =>
      callApi<typeof updateCollectionItem>('PATCH /api/collections/:id/posts/:postId', {
        params,
        body: { note },
      })
    if (await run(collectionTexts.changeFailed, save)) setNote(null)
  }
  return (
    <ul className="flex flex-wrap items-center gap-1 pb-3 scripting-none:hidden">
      {/* The drag handle works only with a mouse. The buttons do the same with any other input device. */}
      <li
        draggable={!isBusy}
        title={collectionTexts.drag}
        onDragStart={({ dataTransfer }) => {
          dataTransfer.effectAllowed = 'move'
          moves.setDraggedIndex(index)
        }}
        onDragEnd={() => moves.setDraggedIndex(null)}
        className="control-square grid cursor-grab place-items-center text-muted pointer-coarse:hidden"
      >
        <Icon name="menu" size={16} />
      </li>
      <li>
        <IconButton
          name={collectionTexts.earlier(title)}
          disabled={isBusy || index === 0}
          onClick={() => void moves.move(index, index - 1)}
        >
          <Icon name="arrow-big-up" size={16} />
        </IconButton>
      </li>
      <li>
        <IconButton
          name={collectionTexts.later(title)}
          disabled={isBusy || index === items.length - 1}
          onClick={() => void moves.move(index, index + 1)}
        >
          <Icon name="arrow-big-down" size={16} />
        </IconButton>
      </li>
      <li>
        <IconButton name={collectionTexts.remove(title)} disabled={isBusy} onClick={() => void remove()}>
          <Icon name="x" size={16} />
        </IconButton>
      </li>
      <li className="min-w-0 grow">
        {note === null ? (
          <Button variant="ghost" onClick={() => setNote(item.note)}>
            {item.note ? collectionTexts.editNote : collectionTexts.addNote}
          </Button>
        ) : (
          <form
            className="flex min-w-0 items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              void saveNote()
            }}
          >
            <div className="min-w-0 grow">
              <TextField
                label={collectionTexts.note}
                hint={collectionTexts.noteHint}
                value={note}
                maxLength={limits.collectionNote}
                autoComplete="off"
                onChange={({ target }) => setNote(target.value)}
              />
            </div>
            <Button type="submit" busy={isBusy} busyLabel={collectionTexts.saving}>
              {collectionTexts.save}
            </Button>
            <Button variant="ghost" onClick={() => setNote(null)}>
              {collectionTexts.cancel}
            </Button>
          </form>
        )}
      </li>
    </ul>
  )
}
