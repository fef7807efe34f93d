import { randomBytes } from 'node:crypto'
import { type Db, join, sql, hashToken } from 'stoa'

const HOW_MANY = 10
/** Crockford's base32 alphabet: digits, and letters that do not look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixteen characters (80 bits): enough entropy that a plain hash is safe. */
const newCode = () => [...randomBytes(16)].map((byte) => ALPHABET[byte % 32]).join('')

/** Normalizes a typed code for comparison. */
const plainCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^A-Z0-9]/g, '')

/** Replaces the recovery codes of an account. They are returned only once; hashes are stored. */
export async function createCodes(db: Db, account: number): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode)
  await db.run(sql`delete from recovery_code where account_id = ${account}`)
  await db.run(
    sql`insert into recovery_code (code_hash, account_id) values ${join(codes.map((code) => sql`(${getHash(account, code)}, ${account})`))}`,
  )
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Whether a code is valid and unused. Marks it as used. */
export async function useCode(db: Db, account: number, typed: string): Promise<boolean> {
  const used = await db.one(sql`update recovery_code set used_at = now()
    where code_hash = ${getHash(account, plainCode(typed))} and account_id = ${account} and used_at is null returning account_id`)
  return used !== undefined
}

/** Number of unused codes. */
export async function countCodesLeft(db: Db, account: number): Promise<number> {
  const row = await db.one<{ n: number }>(sql`select count(*) as n from recovery_code where account_id = ${account} and used_at is null`)
  return row?.n ?? 0
}

const getHash = (account: number, code: string) => hashToken(`${account} ${code}`)
