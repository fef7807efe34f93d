import { type Db, validationError, sql, message } from 'stoa'

/** Account data needed for sign-in. */
export interface Account {
  id: number
  password_hash: string | null
  email_verified_at: string | null
  /** The phone number is verified. */
  phone_verified: boolean
}

const accountColumns = sql`id, password_hash, email_verified_at, phone_verified_at is not null as phone_verified`

/** The enabled account with a normalized e-mail address. */
export const accountByEmail = (db: Db, email: string): Promise<Account | undefined> =>
  db.one<Account>(sql`select ${accountColumns} from customer where email = ${email} and enabled`, 'account.by-email')

/** The enabled account with a phone number: the one that verified it, or else the only one that has it. */
export async function accountByPhone(db: Db, phone: string): Promise<Account | undefined> {
  const found = await db.rows<Account>(
    sql`select ${accountColumns} from customer where phone_norm = ${phone} and enabled
      order by phone_verified_at is null, id limit 2`,
    'account.by-phone',
  )
  return found[0]?.phone_verified || found.length === 1 ? found[0] : undefined
}

/** A phone number verified by one account cannot be used by another. @throws AppError INVALID */
export async function assertPhoneFree(db: Db, phone: string, but: number | undefined): Promise<void> {
  const existing = await db.one(
    sql`select 1 from customer where phone_norm = ${phone} and phone_verified_at is not null and id is distinct from ${but ?? null}::bigint`,
  )
  if (existing) throw validationError({ phone: message('people:error.phone_taken') })
}
