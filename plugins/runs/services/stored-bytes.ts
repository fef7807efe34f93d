import { Buffer } from 'node:buffer'
import { type Db, sql } from 'stoa'

/** Chunk size in bytes. */
const PIECE = 512 * 1024

/** Stores a file with a job and replaces the previous one. Returns its size in bytes. */
export async function saveBytes(db: Db, id: number, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  await db.run(sql`delete from run_part where run_id = ${id}`)
  let place = 0
  let size = 0
  let pendingChunks: Uint8Array[] = []
  let heldSize = 0
  const put = async () => {
    if (heldSize === 0) return
    await db.run(sql`insert into run_part (run_id, place, bytes) values (${id}, ${place++}, ${Buffer.concat(pendingChunks)})`)
    pendingChunks = []
    heldSize = 0
  }
  for await (const piece of bytes) {
    pendingChunks.push(piece)
    heldSize += piece.length
    size += piece.length
    if (heldSize >= PIECE) await put()
  }
  await put()
  return size
}

/** Streams the file of a job. */
export async function* readBytes(db: Db, id: number): AsyncGenerator<Buffer> {
  for (let place = 0; ; place++) {
    const row = await db.one<{ bytes: Buffer }>(sql`select bytes from run_part where run_id = ${id} and place = ${place}`)
    if (!row) return
    yield row.bytes
  }
}
