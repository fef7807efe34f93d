import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { SheetProblem } from './problem.ts'

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

/** Limits of a zip container, against zip bombs. */
export interface Limits {
  entries: number
  /** Unpacked bytes, counted while inflating; the declared sizes are not trusted. */
  bytes: number
  /** Maximum compression ratio. */
  ratio: number
}

/** Limits of HTTP uploads. */
export const uploadLimits: Limits = { entries: 200, bytes: 20 * 1024 * 1024, ratio: 200 }

/** Limits of files on the command line. */
export const operatorLimits: Limits = { entries: 2_000, bytes: 512 * 1024 * 1024, ratio: 1_000 }

interface Entry {
  name: string
  method: number
  packed: number
  offset: number
}

const refuse = (key: string) => new SheetProblem(key)

/**
 * Unpacks the entries of a zip container that `wanted` selects.
 * @throws SheetProblem when it is corrupt, exceeds the limits, or declares a document type
 */
export async function unpack(bytes: Buffer, limits: Limits, accepts: (name: string) => boolean): Promise<Map<string, Buffer>> {
  const entries = directory(bytes)
  if (entries.length > limits.entries) throw refuse('sheets:error.container')
  const out = new Map<string, Buffer>()
  let left = limits.bytes
  for (const entry of entries) {
    if (!accepts(entry.name)) continue
    const content = await findContent(bytes, entry, Math.min(left, entry.packed * limits.ratio + 1024))
    left -= content.length
    if (content.includes('<!DOCTYPE')) throw refuse('sheets:error.container')
    out.set(entry.name, content)
  }
  return out
}

/** The entries of the central directory at the end of the container. */
function directory(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > bytes.length) throw refuse('sheets:error.unreadable')
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  const entries: Entry[] = []
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw refuse('sheets:error.unreadable')
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

async function findContent(bytes: Buffer, entry: Entry, most: number): Promise<Buffer> {
  const { offset, packed, method } = entry
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50) throw refuse('sheets:error.unreadable')
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + packed > bytes.length) throw refuse('sheets:error.unreadable')
  const content = bytes.subarray(start, start + packed)
  if (method === 0) {
    if (content.length > most) throw refuse('sheets:error.container')
    return content
  }
  if (method !== 8) throw refuse('sheets:error.unreadable')
  try {
    return await inflate(content, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    throw refuse((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'sheets:error.container' : 'sheets:error.unreadable')
  }
}
