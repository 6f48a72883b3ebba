import type { FormEventHandler, KeyboardEvent, ReactNode } from 'react'
import { FilesField } from '#features/media/web/files/FilesField.tsx'
import { useDroppedFiles } from '#features/media/web/files/use-dropped-files.ts'
import type { Files } from '#features/media/web/files/use-files.ts'
import { Button } from '#web/kit/Button.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { PostFields } from './PostFields.tsx'
import { texts } from './texts.ts'

type Props = {
  files: Files
  filesError: string | undefined
  mostModels: number
  topic: ReactNode
  /** Above the fields. */
  notice: ReactNode
  fault: string | null
  /** By a toast. */
  isFaultSpoken?: boolean
  /** The page of the post that stands in the way. */
  existing?: string | null
  isBusy: boolean
  submitLabel: string
  busyLabel: string
  onSubmit: FormEventHandler
  onCancel(): void
}

/** The form in both dialogs; its buttons stay in sight. */
export const PostForm = ({
  files,
  filesError,
  mostModels,
  topic,
  notice,
  fault,
  existing,
  isBusy,
  ...rest
}: Props) => {
  const { isOver, handlers } = useDroppedFiles(files.add)
  return (
    <form
      noValidate
      onSubmit={rest.onSubmit}
      onKeyDown={submitByKeys}
      {...handlers}
      className="flex flex-col gap-5"
    >
      {notice}
      <PostFields
        mostModels={mostModels}
        topic={topic}
        files={<FilesField files={files} isOver={isOver} error={filesError} />}
      />
      <div className="sticky -bottom-6 z-10 -mx-6 -mb-6 flex flex-col gap-3 border-t bg-surface px-6 py-3 narrow:-mx-4 narrow:px-4">
        {fault && (
          <Notice silent={rest.isFaultSpoken}>
            <p>
              {fault}{' '}
              {existing && (
                <SiteLink href={existing} onClick={rest.onCancel} className="underline">
                  {texts.goToFirst}
                </SiteLink>
              )}
            </p>
            <p className="text-muted">{texts.stillThere}</p>
          </Notice>
        )}
        <div className="flex justify-end gap-2 narrow:*:grow">
          <Button onClick={rest.onCancel}>{texts.cancel}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            busyLabel={rest.busyLabel}
            disabled={files.reading !== null}
          >
            {rest.submitLabel}
          </Button>
        </div>
      </div>
    </form>
  )
}

const submitByKeys = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
