import { createFileRoute, notFound } from '@tanstack/react-router'

export const Route = createFileRoute('/_site/$')({
  loader: () => {
    throw notFound()
  },
  notFoundComponent: () => <main>Page Not Found</main>,
})
