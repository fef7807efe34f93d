import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type Kernel, signingKeys } from '#core'

const PREFIX = 'sealed:1:'

const keysOf = (kernel: Pick<Kernel, 'config'>) =>
  signingKeys(kernel.config).map((key) => createHash('sha256').update(`payments/secrets\0${key}`).digest())

/** Whether a stored value is a sealed secret. */
export const sealed = (stored: string): boolean => stored.startsWith(PREFIX)

/** A secret as it is stored: AES-256-GCM under the product's first key. A copy of the database alone tells nothing. */
export function seal(kernel: Pick<Kernel, 'config'>, plain: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keysOf(kernel)[0] as Buffer, iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** The secret again, under any of the product's keys; empty when none opens it. */
export function unseal(kernel: Pick<Kernel, 'config'>, stored: string): string {
  if (!sealed(stored)) return ''
  const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64url')
  for (const key of keysOf(kernel)) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      // Sealed with another key, or damaged: the next one may open it.
    }
  }
  return ''
}
