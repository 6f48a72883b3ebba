import { describe, expect, it } from 'vitest'
import { getLargestCrop, getZoom, MAX_ZOOM, moveCrop, zoomCrop } from './crop-geometry.ts'

const wide = { width: 400, height: 200 }

describe('The crop of an avatar', () => {
  it('starts as the largest centred square', () => {
    expect(getLargestCrop(wide)).toEqual({ x: 200, y: 100, side: 200 })
  })

  it('zooms around its centre within bounds', () => {
    const closer = zoomCrop(wide, getLargestCrop(wide), 2)
    expect(closer).toEqual({ x: 200, y: 100, side: 100 })
    expect(getZoom(wide, closer)).toBe(2)
    expect(getZoom(wide, zoomCrop(wide, closer, 99))).toBe(MAX_ZOOM)
    expect(zoomCrop(wide, closer, 0)).toEqual(getLargestCrop(wide))
  })

  it('never leaves the picture', () => {
    const moved = moveCrop(wide, getLargestCrop(wide), 9, 9)
    expect(moved).toEqual({ x: 300, y: 100, side: 200 })
    const corner = moveCrop(wide, zoomCrop(wide, moved, 2), 9, 9)
    expect(corner).toEqual({ x: 350, y: 150, side: 100 })
    expect(zoomCrop(wide, corner, 1)).toEqual(moved)
  })
})
