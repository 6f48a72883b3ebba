import { bagOf, firstOf, hasAny } from '../bag.ts'
import type { WritingKind } from './kind.ts'
import { anyKind, machineKind, partKind } from './playing.ts'
import { tellingKinds } from './telling.ts'
import { thinkingKinds } from './thinking.ts'

/** What a task is about stands near its beginning. */
const HEAD = 500

/** The sort of writing that a task asks for. */
export const findKind = (task: string): WritingKind => {
  const bag = bagOf(task.slice(0, HEAD))
  if (hasAny(bag, partKind.words)) return hasAny(bagOf(task), machineKind.words) ? machineKind : partKind
  return firstOf(bag, [...tellingKinds, ...thinkingKinds]) ?? anyKind
}
