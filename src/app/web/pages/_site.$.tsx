import { createFileRoute, notFound } from '@tanstack/react-router'
import { texts } from '#app/web/layout/texts.ts'

export const Route = createFileRoute('/_site/$')({
  loader: () => {
    throw notFound()
  },
  head: () => ({ meta: [{ title: texts.notFoundTitle }] }),
})
