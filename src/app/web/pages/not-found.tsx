import { NotFound, type Page } from '#web/navigation/page.ts'
import { layoutTexts } from '../layout/texts.ts'

/** The page for all unknown paths. */
export const page: Page = {
  load: async () => {
    throw new NotFound()
  },
  head: () => ({ title: layoutTexts.notFoundTitle }),
  Component: () => null,
}
