import { createHash, createHmac, createSign, createVerify, timingSafeEqual } from 'node:crypto'

export type SignPreset = 'hmac_sha256' | 'md5' | 'rsa'

type Fields = Readonly<Record<string, string>>

/** The text to sign: `k=v` joined with `&`, sorted by name, without empty values and the signature. */
export const joinFields = (fields: Fields, signField = 'sign'): string =>
  Object.keys(fields)
    .filter((k) => k !== signField && k !== 'sign_type' && fields[k] !== '' && fields[k] !== undefined)
    .sort()
    .map((k) => `${k}=${fields[k]}`)
    .join('&')

/**
 * Signs fields: preset A is HMAC-SHA256 in lower-case hex, preset B is MD5 with the key appended in upper-case hex,
 * or RSA with the shop's key.
 */
export function signFields(fields: Fields, preset: SignPreset, secret: string, pem = '', signField = 'sign'): string {
  const text = joinFields(fields, signField)
  if (preset === 'rsa') return createSign('RSA-SHA256').update(text).sign(pem, 'base64')
  if (preset === 'md5') return createHash('md5').update(`${text}&key=${secret}`).digest('hex').toUpperCase()
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** Verifies a signature of the gateway. For RSA, `publicKey` is the gateway's key. */
export function isValidSignature(fields: Fields, preset: SignPreset, secret: string, publicKey = '', signField = 'sign'): boolean {
  const signature = fields[signField] ?? ''
  try {
    if (preset === 'rsa') return createVerify('RSA-SHA256').update(joinFields(fields, signField)).verify(publicKey, signature, 'base64')
  } catch {
    return false
  }
  // Anybody could sign with an empty key.
  if (secret === '') return false
  const expected = Buffer.from(signFields(fields, preset, secret, '', signField).toLowerCase())
  const sent = Buffer.from(signature.toLowerCase())
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
