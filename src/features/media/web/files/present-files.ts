import { readMediaName } from '#features/media/contract.ts'
import type { ChosenFile } from './chosen-file.ts'
import { texts } from './texts.ts'

/** A post's files as a form has them. */
export const presentFiles = (addresses: readonly string[]): ChosenFile[] =>
  addresses.map((address, at) => ({
    id: address,
    name: texts.present(at + 1),
    kind: readMediaName(address)?.kind ?? 'image',
    content: address,
  }))
