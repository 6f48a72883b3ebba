import { describe, expect, it } from 'vitest'
import { largestCrop, moveBy, ZOOM_MOST, zoomOf, zoomTo } from './crop-geometry.ts'

const wide = { width: 400, height: 200 }

describe('The crop of an avatar', () => {
  it('starts as the largest centred square', () => {
    expect(largestCrop(wide)).toEqual({ x: 200, y: 100, side: 200 })
  })

  it('zooms around its centre within bounds', () => {
    const closer = zoomTo(wide, largestCrop(wide), 2)
    expect(closer).toEqual({ x: 200, y: 100, side: 100 })
    expect(zoomOf(wide, closer)).toBe(2)
    expect(zoomOf(wide, zoomTo(wide, closer, 99))).toBe(ZOOM_MOST)
    expect(zoomTo(wide, closer, 0)).toEqual(largestCrop(wide))
  })

  it('never leaves the picture', () => {
    const moved = moveBy(wide, largestCrop(wide), 9, 9)
    expect(moved).toEqual({ x: 300, y: 100, side: 200 })
    const corner = moveBy(wide, zoomTo(wide, moved, 2), 9, 9)
    expect(corner).toEqual({ x: 350, y: 150, side: 100 })
    expect(zoomTo(wide, corner, 1)).toEqual(moved)
  })
})
