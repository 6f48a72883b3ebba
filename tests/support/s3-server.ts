import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll } from 'vitest'

export type S3Server = {
  endpoint: string
  /** The stored objects, keyed by `bucket/key`. */
  objects: Map<string, Buffer>
  /** If true, every request fails with 500. */
  isFailing: boolean
  /** If true, connections are accepted but receive no response. */
  isSilent: boolean
  /** How long each download takes. */
  downloadMs: number
  /** The highest number of simultaneous downloads so far. */
  maxDownloads: number
}

const PAGE = 2

/**
 * Starts a fake S3 server with the operations that the site needs: put, get, head, delete and list (two keys per page).
 */
export const startS3Server = async (): Promise<S3Server> => {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => void answer(state, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => void server.close().closeAllConnections())
  const state = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    isFailing: false,
    isSilent: false,
    downloadMs: 0,
    maxDownloads: 0,
  }
  return state
}

const downloads = new WeakMap<S3Server, number>()

const download = async (server: S3Server, response: ServerResponse, object: Buffer) => {
  const running = (downloads.get(server) ?? 0) + 1
  downloads.set(server, running)
  server.maxDownloads = Math.max(server.maxDownloads, running)
  await delay(server.downloadMs)
  downloads.set(server, (downloads.get(server) ?? 0) - 1)
  response.end(object)
}

const answer = async (server: S3Server, request: IncomingMessage, response: ServerResponse) => {
  const { objects, isFailing, isSilent } = server
  if (isSilent) return
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
  const key = decodeURIComponent(pathname.slice(1))
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key-id/')
  if (isFailing || !isSigned) return response.writeHead(isFailing ? 500 : 403).end()
  if (request.method === 'PUT') {
    objects.set(key, Buffer.concat(chunks))
    return response.writeHead(200, { etag: '"x"' }).end()
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return response.writeHead(204).end()
  }
  if (searchParams.get('list-type') === '2')
    return response.writeHead(200).end(list(objects, key, searchParams))
  const found = objects.get(key)
  if (!found) return response.writeHead(404).end(request.method === 'HEAD' ? '' : error('NoSuchKey'))
  response.writeHead(200, { 'content-length': found.length, 'last-modified': new Date(0).toUTCString() })
  return request.method === 'HEAD' ? response.end() : download(server, response, found)
}

const list = (objects: Map<string, Buffer>, bucket: string, query: URLSearchParams): string => {
  const prefix = `${bucket.replace(/\/$/, '')}/`
  const after = query.get('continuation-token') ?? ''
  const requested = query.get('prefix') ?? ''
  const below = [...objects.keys()]
    .map((key) => key.slice(prefix.length))
    .filter((key) => key.startsWith(requested))
  const folderOf = (key: string) => /^[^/]*\//.exec(key.slice(requested.length))?.[0]
  const folders = query.get('delimiter') ? new Set(below.flatMap((key) => folderOf(key) ?? [])) : new Set()
  const keys = below.filter((key) => folders.size === 0 || !folderOf(key)).sort()
  const rest = keys.filter((key) => key > after)
  const page = rest.slice(0, PAGE)
  const more = rest.length > PAGE
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${
    more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  }${page.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')}${[...folders]
    .map((folder) => `<CommonPrefixes><Prefix>${requested}${folder}</Prefix></CommonPrefixes>`)
    .join('')}</ListBucketResult>`
}

const error = (code: string) => `<Error><Code>${code}</Code></Error>`
