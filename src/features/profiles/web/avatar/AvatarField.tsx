import { useId, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import { describeSizeReduction } from '#features/media/web/files/chosen-file.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { profileFormTexts } from '../form-texts.ts'
import { CropDialog } from './CropDialog.tsx'
import { decodeImage } from './decode-image.ts'

type Props = {
  username: string
  /** A data URL, the URL of the current avatar, or null for no avatar. */
  value: string | null
  onChange(value: string | null): void
  error?: string | undefined
}

/** A field that shows the avatar, replaces it with a cropped picture from a file, or removes it. */
export const AvatarField = ({ username, value, onChange, error }: Props) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [selection, setSelection] = useState<{ file: File; picture: ImageBitmap } | null>(null)
  const [resized, setResized] = useState<{ value: string; text: string }>()
  const [fileError, setFileError] = useState<string>()
  const message = fileError ?? error

  const onSelect = async (file: File | undefined) => {
    if (!file) return
    const picture = await decodeImage(file)
    setFileError(typeof picture === 'string' ? picture : undefined)
    if (typeof picture !== 'string') setSelection({ file, picture })
    // Clears the input so that choosing the same file again fires another change event.
    if (input.current) input.current.value = ''
  }
  const onCrop = (file: File, dataUrl: string) => {
    onChange(dataUrl)
    setSelection(null)
    if (file.size <= limits.fileBytes) return
    const text = describeSizeReduction(file.name, file.size, bytesOf(dataUrl))
    setResized({ value: dataUrl, text })
    announce(text)
  }
  return (
    <fieldset className="flex items-center gap-4">
      <legend className="sr-only">{profileFormTexts.avatar}</legend>
      <Avatar username={username || '?'} picture={value} size={80} />
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => input.current?.click()}>{profileFormTexts.choosePicture}</Button>
          {value && (
            <Button variant="ghost" onClick={() => onChange(null)}>
              {profileFormTexts.removePicture}
            </Button>
          )}
        </div>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          aria-label={profileFormTexts.pictureFile}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-error` : `${id}-hint`}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => void onSelect(target.files?.[0])}
        />
        {message ? (
          <p id={`${id}-error`} role="alert" className="text-sm text-danger">
            {message}
          </p>
        ) : (
          <p id={`${id}-hint`} className="text-xs text-muted wrap-anywhere">
            {resized && resized.value === value ? resized.text : profileFormTexts.pictureHint}
          </p>
        )}
      </div>
      {selection && (
        <CropDialog
          picture={selection.picture}
          onClose={() => setSelection(null)}
          onDone={(dataUrl) => onCrop(selection.file, dataUrl)}
        />
      )}
    </fieldset>
  )
}

const bytesOf = (dataUrl: string): number => ((dataUrl.length - dataUrl.indexOf(',') - 1) * 3) / 4
