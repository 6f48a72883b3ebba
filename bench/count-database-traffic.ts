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

const countWrite = (socket: Socket) => {
  if ('server' in socket && socket.server) return
  const { bytesReadBefore } = sockets.get(socket) ?? { bytesReadBefore: -1 }
  writes += 1
  // What is sent before anything else has been received belongs to the same round trip.
  if (socket.bytesRead !== bytesReadBefore) roundTrips += 1
  sockets.set(socket, { bytesReadBefore: socket.bytesRead })
}

const { _write, _writev } = Socket.prototype
Socket.prototype._write = function (...args) {
  countWrite(this)
  return _write.apply(this, args)
}
Socket.prototype._writev = function (...args) {
  countWrite(this)
  return _writev?.apply(this, args)
}

/** A closed socket does not know its number of bytes any more. */
const sum = (key: 'bytesRead' | 'bytesWritten') =>
  [...sockets.keys()].reduce((total, socket) => total + (socket[key] ?? 0), 0)

Object.defineProperty(globalThis, 'databaseTraffic', {
  get: (): DatabaseTraffic => ({
    roundTrips,
    writes,
    bytesWritten: sum('bytesWritten'),
    bytesRead: sum('bytesRead'),
  }),
})
