import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type Config, signingKeys } from '../config.ts'

const PREFIX = 'sealed:1:'

/** Purpose of the encryption of `sealed` fields: `unseal(config, SEALED, stored)` decrypts their column. */
export const SEALED = 'sealed'

/** One key per purpose: a value sealed for one purpose cannot be opened for another. */
const getKeys = (config: Config, purpose: string) =>
  signingKeys(config).map((key) => createHash('sha256').update(`${purpose}\0${key}`).digest())

/** Whether a stored text is sealed (encrypted). */
export const isSealed = (stored: string): boolean => stored.startsWith(PREFIX)

/** Encrypts a text with AES-256-GCM under the product's first key. A copy of the database alone does not reveal it. */
export function seal(config: Config, purpose: string, plain: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', getKeys(config, purpose)[0] as Buffer, iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Decrypts a sealed text with any of the product's keys; undefined when none fits. */
export function unseal(config: Config, purpose: string, stored: string): string | undefined {
  if (!isSealed(stored)) return undefined
  const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64url')
  for (const key of getKeys(config, purpose)) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      // Sealed with another key, or damaged: try the next key.
    }
  }
  return undefined
}
