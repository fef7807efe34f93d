import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type Config, signingKeys } from '../config.ts'

const PREFIX = 'sealed:1:'

/** What fields of the kind `sealed` are sealed for: `unseal(config, SEALED, stored)` opens what their column holds. */
export const SEALED = 'sealed'

/** One key per purpose: what was sealed for one opens for no other. */
const getKeys = (config: Config, purpose: string) =>
  signingKeys(config).map((key) => createHash('sha256').update(`${purpose}\0${key}`).digest())

/** Whether a stored text is sealed. */
export const isSealed = (stored: string): boolean => stored.startsWith(PREFIX)

/** A text as it is stored: AES-256-GCM under the product's first key. A copy of the database alone tells nothing. */
export function seal(config: Config, purpose: string, plain: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', getKeys(config, purpose)[0] as Buffer, iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** The text again, under any of the product's keys; undefined when none opens it. */
export function unseal(config: Config, purpose: string, stored: string): string | undefined {
  if (!isSealed(stored)) return undefined
  const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64url')
  for (const key of getKeys(config, purpose)) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      // Sealed with another key, or damaged: the next one may open it.
    }
  }
  return undefined
}
