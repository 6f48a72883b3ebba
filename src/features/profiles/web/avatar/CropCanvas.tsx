import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react'
import { isComposing } from '#web/is-composing.ts'
import { profileFormTexts } from '../form-texts.ts'
import { type Crop, getZoom, moveCrop, zoomCrop } from './crop-geometry.ts'
import { drawCrop } from './draw-crop.ts'

/** The size on the screen in CSS pixels. The canvas is twice as large, for high-density screens. */
const SIDE = 288
/** How far an arrow key moves the crop, as a fraction of its side. */
const KEY_STEP = 0.04

type Props = { picture: ImageBitmap; crop: Crop; onCrop(crop: Crop): void }

/** Shows the crop. The pointer and the arrow keys move the picture; the wheel and the + and - keys zoom. */
export const CropCanvas = ({ picture, crop, onCrop }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const lastPointer = useRef<{ x: number; y: number } | null>(null)
  useLayoutEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])

  const onDrag = ({ clientX: x, clientY: y, currentTarget }: PointerEvent) => {
    if (!lastPointer.current) return
    const { width } = currentTarget.getBoundingClientRect()
    // The picture follows the pointer, so the crop moves in the opposite direction.
    onCrop(moveCrop(picture, crop, (lastPointer.current.x - x) / width, (lastPointer.current.y - y) / width))
    lastPointer.current = { x, y }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = isComposing(event) ? null : cropAfter(event, picture, crop)
    if (!next) return
    event.preventDefault()
    onCrop(next)
  }
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the canvas handles keys itself
    <canvas
      ref={canvas}
      width={SIDE * 2}
      height={SIDE * 2}
      style={{ width: SIDE, height: SIDE }}
      tabIndex={0}
      role="application"
      aria-label={profileFormTexts.cropStage}
      className="max-w-full cursor-move touch-none rounded-full bg-sunken"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        lastPointer.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={onDrag}
      onPointerUp={() => {
        lastPointer.current = null
      }}
      onWheel={({ deltaY }) =>
        onCrop(zoomCrop(picture, crop, getZoom(picture, crop) * (deltaY < 0 ? 1.08 : 1 / 1.08)))
      }
    />
  )
}

const cropAfter = ({ key }: KeyboardEvent, picture: ImageBitmap, crop: Crop): Crop | null => {
  switch (key) {
    case 'ArrowLeft':
      return moveCrop(picture, crop, -KEY_STEP, 0)
    case 'ArrowRight':
      return moveCrop(picture, crop, KEY_STEP, 0)
    case 'ArrowUp':
      return moveCrop(picture, crop, 0, -KEY_STEP)
    case 'ArrowDown':
      return moveCrop(picture, crop, 0, KEY_STEP)
    case '+':
    case '=':
      return zoomCrop(picture, crop, getZoom(picture, crop) * 1.1)
    case '-':
      return zoomCrop(picture, crop, getZoom(picture, crop) / 1.1)
    default:
      return null
  }
}
