import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react'
import { texts } from '#features/profiles/web/account-texts.ts'
import { type Crop, moveBy, zoomOf, zoomTo } from './crop-geometry.ts'
import { drawCrop } from './draw-crop.ts'

/** On the screen; drawn twice as fine. */
const SIDE = 288
const STEP = 0.04

type Props = { picture: ImageBitmap; crop: Crop; onCrop(crop: Crop): void }

/** The picture under the square: dragged with the pointer, moved with the arrow keys, zoomed with the wheel, + and -. */
export const CropStage = ({ picture, crop, onCrop }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const last = useRef<{ x: number; y: number } | null>(null)
  useLayoutEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])

  const drag = ({ clientX: x, clientY: y, currentTarget }: PointerEvent) => {
    if (!last.current) return
    const { width } = currentTarget.getBoundingClientRect()
    // The picture goes with the pointer, so the square goes against it.
    onCrop(moveBy(picture, crop, (last.current.x - x) / width, (last.current.y - y) / width))
    last.current = { x, y }
  }
  const press = (event: KeyboardEvent) => {
    const next = cropAfter(event, picture, crop)
    if (!next) return
    event.preventDefault()
    onCrop(next)
  }
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it has keys of its own
    <canvas
      ref={canvas}
      width={SIDE * 2}
      height={SIDE * 2}
      style={{ width: SIDE, height: SIDE }}
      tabIndex={0}
      role="application"
      aria-label={texts.cropStage}
      className="max-w-full cursor-move touch-none rounded-full bg-sunken"
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        last.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        last.current = null
      }}
      onWheel={({ deltaY }) =>
        onCrop(zoomTo(picture, crop, zoomOf(picture, crop) * (deltaY < 0 ? 1.08 : 1 / 1.08)))
      }
    />
  )
}

const cropAfter = ({ key }: KeyboardEvent, picture: ImageBitmap, crop: Crop): Crop | null => {
  switch (key) {
    case 'ArrowLeft':
      return moveBy(picture, crop, -STEP, 0)
    case 'ArrowRight':
      return moveBy(picture, crop, STEP, 0)
    case 'ArrowUp':
      return moveBy(picture, crop, 0, -STEP)
    case 'ArrowDown':
      return moveBy(picture, crop, 0, STEP)
    case '+':
    case '=':
      return zoomTo(picture, crop, zoomOf(picture, crop) * 1.1)
    case '-':
      return zoomTo(picture, crop, zoomOf(picture, crop) / 1.1)
    default:
      return null
  }
}
