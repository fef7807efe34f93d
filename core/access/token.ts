import { createHash, randomBytes } from 'node:crypto'

/** A new opaque token of 256 bits. Only its hash is ever stored. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. Plain SHA-256 is enough for a random value this long. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
