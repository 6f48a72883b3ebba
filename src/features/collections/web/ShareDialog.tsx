import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { callApi } from '#web/api-client.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { Collection, updateCollection } from '../contract.ts'
import { collectionVisibilities } from '../contract-values.ts'
import { copyLinkAndShowToast } from './copy-link.ts'
import { collectionTexts } from './texts.ts'

type Props = { collection: Collection; onClose(): void }

/** Asks who should see a private collection, and copies its link. Loaded when first opened. */
const ShareDialog = ({ collection: { id, title }, onClose }: Props) => {
  const site = useSite()
  const { isBusy, run } = useListMutation('collections')
  const [visibility, setVisibility] = useState<Collection['visibility']>('link')
  const share = async () => {
    const isShared = await run(collectionTexts.saveFailed, () =>
      callApi<typeof updateCollection>('PATCH /api/collections/:id', {
        params: { id },
        body: { visibility },
      }),
    )
    if (!isShared) return
    await copyLinkAndShowToast(collectionTexts.shared, site.url + paths.collection({ id, title }))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={collectionTexts.shareTitle}
      description={collectionTexts.shareText}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void share()
        }}
      >
        <fieldset className="flex flex-col gap-1">
          <legend className="sr-only">{collectionTexts.visibility}</legend>
          {collectionVisibilities
            .filter((choice) => choice !== 'private')
            .map((choice) => (
              <label key={choice} className="control flex items-center gap-2 text-sm">
                <input
                  type="radio"
                  name="visibility"
                  checked={choice === visibility}
                  onChange={() => setVisibility(choice)}
                />
                {collectionTexts.visibilities[choice]}
              </label>
            ))}
        </fieldset>
        <FormButtons busy={isBusy} busyLabel={collectionTexts.saving} onCancel={onClose}>
          {collectionTexts.saveAndCopyLink}
        </FormButtons>
      </form>
    </Dialog>
  )
}

export default ShareDialog
