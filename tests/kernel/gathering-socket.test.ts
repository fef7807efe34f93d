import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GatheringSocket } from '../../core/db/gathering-socket.ts'

/** How often a socket turns to the system, which is what gathering saves. */
class Counted extends GatheringSocket {
  times = 0
  override _write(...to: Parameters<GatheringSocket['_write']>): void {
    this.times++
    super._write(...to)
  }
  override _writev(...to: Parameters<NonNullable<GatheringSocket['_writev']>>): void {
    this.times++
    super._writev?.(...to)
  }
}

let server: Server
let heard = ''
beforeAll(async () => {
  server = createServer((from) => from.on('data', (bytes) => (heard += bytes.toString())))
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.close())

async function connected(leave: (send: () => void) => void): Promise<Counted> {
  const socket = new Counted(leave)
  await once(socket.connect((server.address() as AddressInfo).port, '127.0.0.1'), 'connect')
  heard = ''
  socket.times = 0
  return socket
}

const ended = async (socket: Counted) => {
  await once(socket.end(), 'close')
  return { heard, times: socket.times }
}

describe('a gathering socket', () => {
  test.each([
    ['the end of what is being done', process.nextTick],
    ['the next turn', setImmediate],
  ] as [string, (send: () => void) => void][])('writes once what is written until %s, in order', async (_, leave) => {
    const socket = await connected(leave)
    socket.write('a')
    // As the client of the database does around each statement.
    socket.cork()
    socket.write('b')
    socket.write('c')
    socket.uncork()
    socket.write('d')
    expect(socket.times).toBe(0)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(socket.times).toBe(1)
    socket.write('e')
    expect(await ended(socket)).toEqual({ heard: 'abcde', times: 2 })
  })
})
