import { bagOf, earliestOf, hasAny } from '../bag.ts'
import type { WritingKind } from './kind.ts'
import { anyKind, buildingKind, machineKind, partKind } from './playing.ts'
import { tellingKinds } from './telling.ts'
import { thinkingKinds } from './thinking.ts'

/** What a task is about stands near its beginning. */
const HEAD = 500
/** What is to be built is named at once; later on it is only talked about. */
const OPENING = 160

const taskKinds: readonly WritingKind[] = [...tellingKinds, ...thinkingKinds]
const openings = new Set(
  [...taskKinds, buildingKind, machineKind, partKind].map(({ role }) => `You are ${role}.`),
)

/** A line that only asks, as the optimizer's own do. */
const ASKING = /^- [^\n$:]{1,40}: \$\{[^{}\n]{1,200}\}$/

/** The sort of writing that a task asks for; what the optimizer has added to it before is passed over. */
export const findKind = (text: string): WritingKind => {
  const task = text
    .split('\n')
    .filter((line) => !openings.has(line) && !ASKING.test(line))
    .join('\n')
  const whole = bagOf(task)
  if (hasAny(whole, partKind.words)) return hasAny(whole, machineKind.words) ? machineKind : partKind
  if (hasAny(bagOf(task.slice(0, OPENING)), buildingKind.words)) return buildingKind
  return earliestOf(bagOf(task.slice(0, HEAD)), taskKinds) ?? anyKind
}
