import { NotFound, type Page } from '#web/navigation/page.ts'
import { texts } from '../layout/texts.ts'

/** The page for all unknown paths. */
export const page: Page = {
  load: async () => {
    throw new NotFound()
  },
  head: () => ({ title: texts.notFoundTitle }),
  Component: () => null,
}
