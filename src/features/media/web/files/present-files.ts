import { readMediaName } from '#features/media/contract.ts'
import type { ChosenFile } from './chosen-file.ts'
import { texts } from './texts.ts'

/** Converts a post's stored files to the files of a form. */
export const presentFiles = (urls: readonly string[]): ChosenFile[] =>
  urls.map((url, index) => ({
    id: url,
    name: texts.existing(index + 1),
    kind: readMediaName(url)?.kind ?? 'image',
    content: url,
  }))
