import { createRoot } from 'react-dom/client'
import { currentUserQuery } from '#web/current-user.ts'
import { createQueryClient } from '#web/query-client.ts'
import { ComponentFrame, openEmptyPage } from './ComponentFrame.tsx'
import { KitPage } from './KitPage.tsx'

const queryClient = createQueryClient()
queryClient.setQueryData(currentUserQuery.queryKey, null)
const opened = await openEmptyPage(queryClient, '/')
const root = document.querySelector('#kit')
if (root)
  createRoot(root).render(
    <ComponentFrame {...opened}>
      <KitPage />
    </ComponentFrame>,
  )
