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
  maxModels: number
  topic: ReactNode
  /** Above the fields. */
  notice: ReactNode
  error: string | null
  /** A toast already announces the error to screen readers. */
  isErrorInToast?: boolean
  /** The URL of the member's post that has the same prompt. */
  conflictUrl?: string | null
  isBusy: boolean
  submitLabel: string
  busyLabel: string
  onSubmit: FormEventHandler
  onCancel(): void
}

/** The form of both dialogs. Its buttons stick to the bottom. */
export const PostForm = ({
  files,
  filesError,
  maxModels,
  topic,
  notice,
  error,
  conflictUrl,
  isBusy,
  ...rest
}: Props) => {
  const { isOver, handlers } = useDroppedFiles(files.add)
  return (
    <form
      noValidate
      onSubmit={rest.onSubmit}
      onKeyDown={onKeyDown}
      {...handlers}
      className="flex flex-col gap-5"
    >
      {notice}
      <PostFields
        maxModels={maxModels}
        topic={topic}
        files={<FilesField files={files} isOver={isOver} error={filesError} />}
      />
      <div className="sticky -bottom-6 z-10 -mx-6 -mb-6 flex flex-col gap-3 border-t bg-surface px-6 py-3 narrow:-mx-4 narrow:px-4">
        {error && (
          <Notice silent={rest.isErrorInToast}>
            <p>
              {error}{' '}
              {conflictUrl && (
                <SiteLink href={conflictUrl} onClick={rest.onCancel} className="underline">
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

const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
