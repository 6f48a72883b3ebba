import type { Chance } from './chance.ts'
import { blocks, orbit, poster, tower } from './drawings-built.ts'
import { flower, hills, stillLife, tide, window } from './drawings-natural.ts'

/** Width and height of every example picture, in pixels. */
export const SIZE = { width: 1_200, height: 900 } as const

const drawings = { hills, flower, stillLife, tide, window, blocks, orbit, poster, tower }
export type DrawingName = keyof typeof drawings

/** An original picture as SVG; another seed gives another composition. */
export const draw = (name: DrawingName, random: Chance): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}">${drawings[name](random)}</svg>`
