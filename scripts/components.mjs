// Serves a page with the components of the kit in all their states, which changes as you edit them.
import { createServer } from 'vite'
import { projectRoot } from './paths.mjs'

const PAGE = `<!doctype html>
<html lang="en">
  <head><meta name="viewport" content="width=device-width" /><title>The kit</title></head>
  <body><div id="kit"></div><script type="module" src="/tests/components/serve-kit.tsx"></script></body>
</html>`

const page = {
  name: 'kit-page',
  configureServer: ({ middlewares, transformIndexHtml }) => {
    middlewares.use(async ({ url, originalUrl }, response, next) => {
      if (url?.split('?')[0] !== '/') return next()
      response.setHeader('content-type', 'text/html')
      response.end(await transformIndexHtml('/', PAGE, originalUrl))
    })
  },
}

const server = await createServer({
  root: projectRoot,
  configLoader: 'native',
  plugins: [page],
  server: { host: 'localhost', port: 3001 },
})
await server.listen()
console.log(`The components are at ${server.resolvedUrls?.local[0]}`)
