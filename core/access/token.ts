import { createHash, randomBytes } from 'node:crypto'

/** Creates an opaque token of 256 random bits. Only its hash is stored. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a token. Plain SHA-256 is enough for a random value of this length. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
