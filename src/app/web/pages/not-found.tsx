import { texts } from '#app/web/layout/texts.ts'
import { NotFound } from '#web/navigation/outcome.ts'
import type { Page } from '#web/navigation/page.ts'

/** The page of every unknown path. */
export const page: Page = {
  load: async () => {
    throw new NotFound()
  },
  head: () => ({ title: texts.notFoundTitle }),
  Component: () => null,
}
