import { words } from '../bag.ts'
import type { WritingPart } from '../parts/writing.ts'

/** A sort of writing: who does it well, and what it usually asks for. Values are defaults that the person may change. */
export type WritingKind = {
  id: string
  words: readonly string[]
  role: string
  audience: string
  tone: string
  length: string
  format: string
  /** What it is made from: a label, a variable's name, a default. */
  needs: readonly [label: string, name: string, value: string] | null
  steps: readonly string[]
  /** Parts that make no sense here. */
  skip: readonly WritingPart[]
}

type Row = Omit<Partial<WritingKind>, 'id' | 'words'> & { role: string }

const USUAL = {
  audience: 'interested readers without special knowledge',
  tone: 'clear and friendly',
  length: 'as short as completeness allows',
  format: 'plain paragraphs under short headings',
  needs: null,
  steps: [] as string[],
  skip: [] as WritingPart[],
}

export const kind = (id: string, list: string, row: Row): WritingKind => ({
  id,
  words: words(list),
  ...USUAL,
  ...row,
})
