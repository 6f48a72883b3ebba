import { useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { DialogButtons } from '#web/kit/DialogButtons.tsx'
import { profileFormTexts } from '../form-texts.ts'
import { CropCanvas } from './CropCanvas.tsx'
import { type Crop, getLargestCrop, getZoom, MAX_ZOOM, zoomCrop } from './crop-geometry.ts'
import { cropToDataUrl } from './draw-crop.ts'

type Props = { picture: ImageBitmap; onDone(dataUrl: string): void; onClose(): void }

/** A dialog in which the member chooses the square part of a picture that becomes the avatar. */
export const CropDialog = ({ picture, onDone, onClose }: Props) => {
  const [crop, setCrop] = useState<Crop>(() => getLargestCrop(picture))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={profileFormTexts.cropTitle}
      description={profileFormTexts.cropHint}
    >
      <div className="flex flex-col items-center gap-4">
        <CropCanvas picture={picture} crop={crop} onCrop={setCrop} />
        <label className="flex w-full max-w-72 items-center gap-3 text-sm">
          {profileFormTexts.zoom}
          <input
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={getZoom(picture, crop)}
            onChange={({ target }) => setCrop(zoomCrop(picture, crop, Number(target.value)))}
            className="control grow"
          />
        </label>
        <DialogButtons>
          <Button onClick={onClose}>{profileFormTexts.cancel}</Button>
          <Button variant="primary" onClick={() => onDone(cropToDataUrl(picture, crop))}>
            {profileFormTexts.usePicture}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
