import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { feedQuery } from '#features/feeds/web/queries.ts'

export const Route = createFileRoute('/_site/')({
  loader: ({ context }) =>
    context.queryClient.ensureInfiniteQueryData(feedQuery({ sortBy: 'top', types: [], models: [] })),
  component: Home,
})

function Home() {
  const { data } = useSuspenseInfiniteQuery(feedQuery({ sortBy: 'top', types: [], models: [] }))
  return (
    <main>
      {data.pages.flat().map((post) => (
        <article key={post.id}>{post.title}</article>
      ))}
    </main>
  )
}
