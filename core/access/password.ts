import type * as Argon from '@node-rs/argon2'

// A native module, loaded when the first password is hashed.
let argon: Promise<typeof Argon> | undefined
const load = () => (argon ??= import('@node-rs/argon2'))

// argon2id; memory in KiB. OWASP's first recommended parameters.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password as typed: it is neither trimmed nor cut at 72 bytes. */
export const hashPassword = async (password: string): Promise<string> => (await load()).hash(password, cost)

let decoy: Promise<string> | undefined

/**
 * Compares a password with the stored hash. Without a stored hash it verifies a decoy, so that an unknown account takes as long as
 * a wrong password (timing attack).
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const { verify } = await load()
  if (stored) return verify(stored, password).catch(() => false)
  await verify(await (decoy ??= hashPassword('a decoy nobody uses')), password).catch(() => false)
  return false
}
