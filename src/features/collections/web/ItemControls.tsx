import { useState } from 'react'
import { limits } from '#core/limits.ts'
import { callApi } from '#web/api-client.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
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

/** Shows a post's note in a collection, and the controls that edit it, move the post and remove it, in the card's corner. */
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
  /** The buttons keep the focus at the ends and during a request, so that a post can be moved on with the keyboard. */
  const moveTo = (target: number) => {
    const isImpossible = isBusy || target < 0 || target >= items.length
    return {
      'aria-disabled': isImpossible,
      className: isImpossible ? 'opacity-55' : undefined,
      onClick: () => {
        if (!isImpossible) void moves.move(index, target)
      },
    }
  }
  return (
    // A click here does not open the post.
    <div data-own className="mb-1 flex items-start gap-2 scripting-none:hidden">
      <div className="min-w-0 grow">
        {note === null ? (
          <>
            <Note text={item.note} />
            <Button variant="ghost" onClick={() => setNote(item.note)} className="flush-start">
              {item.note ? collectionTexts.editNote : collectionTexts.addNote}
            </Button>
          </>
        ) : (
          <form
            className="flex min-w-0 flex-wrap items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              void saveNote()
            }}
          >
            <BoxBoundary>
              <div className="min-w-[min(10rem,100%)] grow">
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
            </BoxBoundary>
          </form>
        )}
      </div>
      <ul className="-mr-2 flex flex-none items-center">
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
          <Icon name="grip-vertical" size={18} />
        </li>
        <li>
          <IconButton name={collectionTexts.earlier(title)} {...moveTo(index - 1)}>
            <Icon name="chevron-up" size={18} />
          </IconButton>
        </li>
        <li>
          <IconButton name={collectionTexts.later(title)} {...moveTo(index + 1)}>
            <Icon name="chevron-down" size={18} />
          </IconButton>
        </li>
        <li>
          <IconButton name={collectionTexts.remove(title)} disabled={isBusy} onClick={() => void remove()}>
            <Icon name="x" size={18} />
          </IconButton>
        </li>
      </ul>
    </div>
  )
}

/** What a collection says about one of its posts. */
export const Note = ({ text }: { text: string }) =>
  text && (
    <p dir="auto" className="mb-2 border-l-2 border-accent-fill pl-3 text-sm wrap-anywhere">
      {text}
    </p>
  )
