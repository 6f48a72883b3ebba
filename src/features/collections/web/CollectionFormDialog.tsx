import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { paths } from '#core/paths.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useSite } from '#web/navigation/navigation-context.ts'
import { showFieldErrors } from '#web/show-field-errors.ts'
import type { Collection, createCollection, updateCollection } from '../contract.ts'
import { collectionFormSchema } from '../contract-form.ts'
import { CollectionFields, type CollectionValues } from './CollectionFields.tsx'
import { copyLinkAndShowToast } from './copy-link.ts'
import { collectionTexts } from './texts.ts'

type Props = {
  /** The collection to edit. If undefined, the form creates a new one. */
  collection?: Collection
  /** The first posts of a new collection. */
  postIds?: number[]
  onCreated?(): void
  onClose(): void
}

const FIELDS = ['title', 'description', 'visibility'] as const

/** Creates or edits a collection. Loaded when first opened. */
const CollectionFormDialog = ({ collection, postIds, onCreated, onClose }: Props) => {
  const { title = '', description = '', visibility = 'private' } = collection ?? {}
  const { register, handleSubmit, setError, formState, watch } = useForm<CollectionValues>({
    defaultValues: { title, description, visibility },
    resolver: zodResolver(collectionFormSchema) as never,
  })
  const { errors, isSubmitting } = formState
  const client = useQueryClient()
  const site = useSite()
  const isSharing = !collection && watch('visibility') !== 'private'
  const submit = handleSubmit(async (values) => {
    const send = (): Promise<Collection> =>
      collection
        ? callApi<typeof updateCollection>('PATCH /api/collections/:id', {
            params: { id: collection.id },
            body: values,
          })
        : callApi<typeof createCollection>('POST /api/collections', {
            body: { ...values, ...(postIds ? { ids: postIds } : {}) },
          })
    try {
      const saved = await send()
      await invalidateLists(client, 'collections')
      const message = collection ? collectionTexts.saved : collectionTexts.created
      if (isSharing) await copyLinkAndShowToast(message, site.url + paths.collection(saved))
      else showToast({ title: message, tone: 'success' })
      if (!collection) onCreated?.()
      onClose()
    } catch (error) {
      if (!showFieldErrors(error, setError, FIELDS))
        setError('root', { message: getErrorMessage(error, collectionTexts.saveFailed) })
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={collection ? collectionTexts.editTitle : collectionTexts.createTitle}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <CollectionFields register={register} errors={errors} />
        <FormButtons
          error={errors.root?.message}
          busy={isSubmitting}
          busyLabel={collectionTexts.saving}
          onCancel={onClose}
        >
          {isSharing ? collectionTexts.saveAndCopyLink : collectionTexts.save}
        </FormButtons>
      </form>
    </Dialog>
  )
}

export default CollectionFormDialog
