import { parseMediaName } from '#core/media-name.ts'

type Item = { exampleFiles: string[] }

const LEADING = 2

const hasPicture = ({ exampleFiles }: Item): boolean =>
  exampleFiles.some((url) => parseMediaName(url)?.kind === 'image')

/**
 * Moves the first post with a picture to the second position of the first page, unless one of the first two posts has a
 * picture (docs/spec/feeds.md#sorting). Later pages keep their order. Pages in the query cache keep their original
 * order as well, because the next page's cursor is derived from a page's last item.
 */
export const promotePicturePost = <T extends Item>(page: T[], index = 0): T[] => {
  const from = index === 0 ? page.findIndex(hasPicture) : -1
  const picture = page[from]
  if (!picture || from < LEADING) return page
  const others = page.filter((item) => item !== picture)
  return others.toSpliced(LEADING - 1, 0, picture)
}
