import type * as Argon from '@node-rs/argon2'

// A native module: loaded with the first password, not with every command.
let argon: Promise<typeof Argon> | undefined
const load = () => (argon ??= import('@node-rs/argon2'))

// argon2id; memory in KiB. OWASP's first recommendation.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a password, taken whole: no trimming, no cut at 72 bytes. */
export const hashPassword = async (password: string): Promise<string> => (await load()).hash(password, cost)

let decoy: Promise<string> | undefined

/**
 * Whether a password is the stored one. Without a stored hash a decoy is checked all the same, so that an
 * unknown account costs as long as a wrong password.
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const { verify } = await load()
  if (stored) return verify(stored, password).catch(() => false)
  await verify(await (decoy ??= hashPassword('a decoy nobody uses')), password).catch(() => false)
  return false
}
