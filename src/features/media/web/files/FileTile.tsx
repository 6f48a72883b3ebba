import { useEffect, useState } from 'react'
import { getMediaName } from '#core/media-name.ts'
import { paths } from '#core/paths.ts'
import { Button } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { thumbnailWidths } from '../../contract-values.ts'
import { usePlayability } from '../use-playability.ts'
import { type ChosenFile, describeChanges } from './chosen-file.ts'
import { fileTexts } from './texts.ts'
import type { UploadState } from './use-file-uploads.ts'

type Props = {
  file: ChosenFile
  /** The state of the file's upload; undefined if the upload has finished or has not started. */
  upload: UploadState | undefined
  onRetry(): void
  isFirst: boolean
  isLast: boolean
  isDragged: boolean
  onDragStart(): void
  onDragEnd(): void
  /** Called when another tile is dropped on this one. */
  onDropped(): void
  onMove(step: 1 | -1): void
  onRemove(): void
}

/** Shows a chosen file with its preview and the buttons that move and remove it. */
export const FileTile = ({ file, upload, isDragged, onDropped, onMove, onRemove, ...rest }: Props) => (
  <li
    draggable
    onDragStart={({ dataTransfer }) => {
      dataTransfer.effectAllowed = 'move'
      rest.onDragStart()
    }}
    onDragEnd={rest.onDragEnd}
    onDragOver={(event) => !event.dataTransfer.types.includes('Files') && event.preventDefault()}
    onDrop={(event) => {
      if (event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      onDropped()
    }}
    className={classNames('overflow-hidden rounded-lg border bg-surface', isDragged && 'opacity-55')}
  >
    <Preview file={file} />
    <p className="truncate px-2 pt-1 text-xs" title={file.name}>
      {file.name}
    </p>
    <Changes file={file} />
    {upload && <Upload name={file.name} state={upload} onRetry={rest.onRetry} />}
    {/* The buttons can shrink, because on touch screens three full-width buttons would be wider than the tile. */}
    <div className="flex justify-between *:min-w-0 *:flex-initial">
      <IconButton name={fileTexts.earlier(file.name)} disabled={rest.isFirst} onClick={() => onMove(-1)}>
        <Icon name="chevron-left" size={16} />
      </IconButton>
      <IconButton name={fileTexts.remove(file.name)} onClick={onRemove}>
        <Icon name="x" size={16} />
      </IconButton>
      <IconButton name={fileTexts.later(file.name)} disabled={rest.isLast} onClick={() => onMove(1)}>
        <Icon name="chevron-right" size={16} />
      </IconButton>
    </div>
  </li>
)

const Changes = ({ file }: { file: ChosenFile }) =>
  describeChanges(file).map((text) => (
    <p key={text} className="px-2 pt-1 text-xs text-muted wrap-anywhere">
      {text}
    </p>
  ))

const Upload = ({ name, state, onRetry }: { name: string; state: UploadState; onRetry(): void }) =>
  state.error === null ? (
    <p className="flex items-center gap-1.5 px-2 pt-1 text-xs text-muted tabular-nums">
      <progress
        aria-label={fileTexts.uploading(name)}
        max={100}
        value={state.percent}
        className="min-w-0 grow"
      />
      <span>{fileTexts.percent(state.percent)}</span>
    </p>
  ) : (
    <div className="px-2 pt-1 text-xs">
      <p className="text-danger wrap-anywhere">{state.error.reason}</p>
      {state.error.canRetry && (
        <Button aria-label={fileTexts.retry(name)} onClick={onRetry}>
          {fileTexts.again}
        </Button>
      )}
    </div>
  )

const previewClasses = 'pointer-events-none aspect-4/3 w-full bg-sunken object-cover'

const Preview = ({ file: { kind, content, name } }: { file: ChosenFile }) => {
  const url = usePreviewUrl(content, kind)
  if (!url) return <div className={previewClasses} />
  return kind === 'video' ? (
    <VideoPreview url={url} name={name} />
  ) : (
    <img src={url} alt="" className={previewClasses} />
  )
}

/** Warns the author if the browser cannot play the video. */
const VideoPreview = ({ url, name }: { url: string; name: string }) => {
  const { video, canPlay } = usePlayability()
  useEffect(() => {
    if (!canPlay) announce(`${name}: ${fileTexts.cannotPlay}`)
  }, [canPlay, name])
  return (
    <>
      <video
        ref={video}
        src={url}
        muted
        playsInline
        preload="metadata"
        tabIndex={-1}
        aria-label={name}
        className={previewClasses}
      />
      {!canPlay && <p className="px-2 pt-1 text-xs text-danger wrap-anywhere">{fileTexts.cannotPlay}</p>}
    </>
  )
}

/** Returns the URL of the preview: a thumbnail for a stored image, or an object URL for a new file. */
const usePreviewUrl = (content: Blob | string, kind: ChosenFile['kind']): string | null => {
  const [objectUrl, setObjectUrl] = useState<string | null>(null)
  useEffect(() => {
    if (typeof content === 'string') return
    const url = URL.createObjectURL(content)
    setObjectUrl(url)
    return () => URL.revokeObjectURL(url)
  }, [content])
  if (typeof content !== 'string') return objectUrl
  const name = getMediaName(content) ?? ''
  return kind === 'image' ? paths.mediaStill(name, thumbnailWidths[0]) : paths.media(name)
}
