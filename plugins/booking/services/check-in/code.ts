import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { CODE_ALPHABET, correctCode, PREFIX } from '../../domain/check-in/code-alphabet.ts'

/** A signing key for codes; `id` is one byte of a code that identifies its key. */
export interface CheckInKey {
  id: number
  key: Buffer
}

/** Content of a signed code, without personal data. */
export interface CheckInCode {
  /** Code of one seat, or of a booking whose seats are selected at check-in. */
  kind: 'seat' | 'booking'
  /** Id of the seat or the booking. */
  id: number
  session: number
  /** Expiry as Unix time in seconds. */
  expires: number
  /** Revision of the booking modulo 256: rescheduling invalidates earlier codes. */
  rev: number
}

const PAYLOAD = 17
const MAC = 16
const kinds = ['seat', 'booking'] as const

/** Encodes five bits per character; the last character is padded with zero bits. */
function encode(bytes: Buffer): string {
  let out = ''
  let [buffer, bits] = [0, 0]
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      out += CODE_ALPHABET[(buffer >> bits) & 31]
    }
    buffer &= (1 << bits) - 1
  }
  return bits === 0 ? out : out + CODE_ALPHABET[(buffer << (5 - bits)) & 31]
}

/** Decodes text; undefined for an invalid character, a wrong length, or non-zero padding. */
function decode(text: string, length: number): Buffer | undefined {
  if (text.length !== Math.ceil((length * 8) / 5)) return undefined
  const bytes: number[] = []
  let [buffer, bits] = [0, 0]
  for (const character of text) {
    const value = CODE_ALPHABET.indexOf(character)
    if (value < 0) return undefined
    buffer = (buffer << 5) | value
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((buffer >> bits) & 255)
    }
    buffer &= (1 << bits) - 1
  }
  return buffer === 0 ? Buffer.from(bytes) : undefined
}

const getMac = (key: Buffer, payload: Buffer): Buffer =>
  createHmac('sha256', key).update('checkin:').update(payload).digest().subarray(0, MAC)

/** A signed code in upper-case letters and digits. */
export function writeCode(code: CheckInCode, { id, key }: CheckInKey): string {
  const payload = Buffer.alloc(PAYLOAD)
  payload.writeUInt8(kinds.indexOf(code.kind) + 1, 0)
  payload.writeUInt8(id, 1)
  payload.writeUIntBE(code.id, 2, 6)
  payload.writeUInt32BE(code.session, 8)
  payload.writeUInt32BE(code.expires, 12)
  payload.writeUInt8(code.rev % 256, 16)
  return PREFIX + encode(Buffer.concat([payload, getMac(key, payload)]))
}

/** Content of a code, if one of the keys signed it. Signatures are compared in constant time. */
export function readCode(code: string, keys: readonly CheckInKey[]): CheckInCode | undefined {
  const text = correctCode(code)
  const bytes = text.startsWith(PREFIX) ? decode(text.slice(PREFIX.length), PAYLOAD + MAC) : undefined
  if (!bytes) return undefined
  const [payload, mac] = [bytes.subarray(0, PAYLOAD), bytes.subarray(PAYLOAD)]
  const right = keys.filter(({ id, key }) => timingSafeEqual(getMac(key, payload), mac) && id === payload[1])
  const kind = kinds[(payload[0] ?? 0) - 1]
  if (right.length === 0 || !kind) return undefined
  return {
    kind,
    id: payload.readUIntBE(2, 6),
    session: payload.readUInt32BE(8),
    expires: payload.readUInt32BE(12),
    rev: payload.readUInt8(16),
  }
}

/** Hash by which a device recognises a code offline, without being able to create one. */
export const fingerprintCode = (code: string): string => createHash('sha256').update(correctCode(code)).digest('hex').slice(0, 32)
