import { NotFound, type Page } from '#web/navigation/page.ts'
import { texts } from '../layout/texts.ts'

/** The page for every unknown path. */
export const page: Page = {
  load: async () => {
    throw new NotFound()
  },
  head: () => ({ title: texts.notFoundTitle }),
  Component: () => null,
}
