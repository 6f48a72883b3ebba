import { RouterClient } from '@tanstack/react-router/ssr/client'
import { hydrateRoot } from 'react-dom/client'
import { createAppRouter } from '#app/web/router.tsx'
import './app.css'

// Both are filled from the page's own state before the first render.
const router = createAppRouter({ name: '', url: '' }, { scripts: [], styles: [], preloads: [] })

hydrateRoot(document, <RouterClient router={router} />)
