import type { Chance } from './chance.ts'
import { blocks, orbit, poster, tower } from './drawings-built.ts'
import { flower, hills, stillLife, tide, window } from './drawings-natural.ts'

/** The dimensions of every illustration, in pixels. */
export const SIZE = { width: 1_200, height: 900 } as const

const drawings = { hills, flower, stillLife, tide, window, blocks, orbit, poster, tower }
export type DrawingName = keyof typeof drawings

/** Generates an illustration as SVG; a different seed gives a different composition. */
export const draw = (name: DrawingName, random: Chance): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}">${drawings[name](random)}</svg>`
