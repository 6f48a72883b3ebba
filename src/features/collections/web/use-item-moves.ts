import { useState } from 'react'
import { callApi } from '#web/api-client.ts'
import { announce } from '#web/kit/LiveRegion.tsx'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { CollectionItem } from '../contract.ts'
import type { updateCollectionItem } from '../contract-items.ts'
import { collectionTexts } from './texts.ts'

/** Moves posts within a collection, with buttons or by drag and drop. */
export const useItemMoves = (id: string, items: readonly CollectionItem[]) => {
  const { isBusy, run } = useListMutation('collections')
  const [draggedIndex, setDraggedIndex] = useState<number | null>(null)
  const move = async (from: number, to: number) => {
    const [item, other] = [items[from], items[to]]
    if (!item || !other || from === to) return
    const isMoved = await run(collectionTexts.changeFailed, () =>
      callApi<typeof updateCollectionItem>('PATCH /api/collections/:id/posts/:postId', {
        params: { id, postId: item.post.id },
        body: { placeOf: other.post.id },
      }),
    )
    if (isMoved) announce(collectionTexts.movedTo(item.post.title, to + 1, items.length))
  }
  const dropOn = (index: number) => {
    if (draggedIndex !== null) void move(draggedIndex, index)
    setDraggedIndex(null)
  }
  return { isBusy, move, draggedIndex, setDraggedIndex, dropOn }
}

export type ItemMoves = ReturnType<typeof useItemMoves>
