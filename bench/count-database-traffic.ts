import { Socket } from 'node:net'

/** What the site has exchanged with PostgreSQL so far. */
export type DatabaseTraffic = { roundTrips: number; writes: number; bytesWritten: number; bytesRead: number }

/**
 * Counts what the site sends to PostgreSQL. `--profile` loads this module into the site and reads `databaseTraffic`
 * through the inspector. In the benchmark, PostgreSQL is the only server to which the site opens connections.
 */
const sockets = new Map<Socket, { bytesReadBefore: number }>()
let roundTrips = 0
let writes = 0
let bytesWritten = 0

const countWrite = (socket: Socket, chunks: readonly (Buffer | string)[]) => {
  if ('server' in socket && socket.server) return
  const { bytesReadBefore } = sockets.get(socket) ?? { bytesReadBefore: -1 }
  writes += 1
  bytesWritten += chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0)
  // What is sent before anything else has been received belongs to the same round trip.
  if (socket.bytesRead !== bytesReadBefore) roundTrips += 1
  sockets.set(socket, { bytesReadBefore: socket.bytesRead })
}

const { _write, _writev } = Socket.prototype
Socket.prototype._write = function (chunk, ...rest) {
  countWrite(this, [chunk])
  return _write.call(this, chunk, ...rest)
}
Socket.prototype._writev = function (items, callback) {
  countWrite(
    this,
    items.map(({ chunk }) => chunk),
  )
  return _writev?.call(this, items, callback)
}

Object.defineProperty(globalThis, 'databaseTraffic', {
  get: (): DatabaseTraffic => ({
    roundTrips,
    writes,
    bytesWritten,
    // A closed socket does not know its number of bytes any more.
    bytesRead: [...sockets.keys()].reduce((total, socket) => total + (socket.bytesRead ?? 0), 0),
  }),
})
