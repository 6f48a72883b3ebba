import { useId, useRef, useState } from 'react'
import { texts } from '#features/profiles/web/account-texts.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'
import { CropDialog } from './CropDialog.tsx'
import { readPicture } from './read-picture.ts'

type Props = {
  username: string
  /** A data string, the present picture's address, or none. */
  value: string | null
  onChange(value: string | null): void
  error?: string | undefined
}

/** The avatar: its preview, a file to cut it from, its removal. */
export const AvatarField = ({ username, value, onChange, error }: Props) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [fault, setFault] = useState<string>()
  const said = fault ?? error

  const choose = async (file: File | undefined) => {
    if (!file) return
    const read = await readPicture(file)
    setFault(typeof read === 'string' ? read : undefined)
    if (typeof read !== 'string') setPicture(read)
    // The same file may be chosen again.
    if (input.current) input.current.value = ''
  }
  return (
    <fieldset className="flex items-center gap-4">
      <legend className="sr-only">{texts.avatar}</legend>
      <Avatar username={username || '?'} picture={value} size={80} />
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => input.current?.click()}>{texts.choosePicture}</Button>
          {value && (
            <Button variant="ghost" onClick={() => onChange(null)}>
              {texts.removePicture}
            </Button>
          )}
        </div>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          aria-label={texts.pictureFile}
          aria-invalid={said ? true : undefined}
          aria-describedby={said ? `${id}-error` : `${id}-hint`}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        {said ? (
          <p id={`${id}-error`} role="alert" className="text-sm text-danger">
            {said}
          </p>
        ) : (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {texts.pictureHint}
          </p>
        )}
      </div>
      {picture && (
        <CropDialog
          picture={picture}
          onClose={() => setPicture(null)}
          onDone={(dataUrl) => {
            onChange(dataUrl)
            setPicture(null)
          }}
        />
      )}
    </fieldset>
  )
}
