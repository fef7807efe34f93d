import {
  checkPassword,
  type Ctx,
  AppError,
  FORBIDDEN,
  hashPassword,
  validationError,
  rateLimit,
  recordAudit,
  requirePassword,
  resetLimit,
  sql,
  message,
} from 'stoa'
import { isEasyToGuess, isPin } from '../domain/pin.ts'
import { signInCashier, createCashierToken } from './cashier.ts'

/** Attempts per register, whatever the account. */
const AT_REGISTER = { max: 5, seconds: 300, message: 'pos:error.pin_tries' }
/** Attempts per account, over all registers. */
const OF_PERSON = { max: 20, seconds: 3_600, message: 'pos:error.pin_tries' }

const getAccountId = ({ actor }: Ctx): number => {
  if (actor.kind !== 'admin') throw new AppError(FORBIDDEN)
  return actor.id
}

/**
 * Sets the PIN of the signed-in account, confirmed by password; this ends sign-ins by the earlier PIN. @throws
 * AppError INVALID, TOO_MANY
 */
export async function setPin(ctx: Ctx, pin: string, password: string): Promise<void> {
  const id = getAccountId(ctx)
  if (!isPin(pin)) throw validationError({ pin: message('pos:error.pin_digits') })
  if (isEasyToGuess(pin)) throw validationError({ pin: message('pos:error.pin_guessed') })
  await requirePassword(ctx.kernel, id, password, 'password')
  const hash = await hashPassword(pin)
  await ctx.kernel.transaction(async (tx) => {
    await tx.run(sql`insert into pos_pin (account_id, hash) values (${id}, ${hash})
      on conflict (account_id) do update set hash = excluded.hash, mark = gen_random_uuid(), updated_at = now()`)
    await recordAudit(tx, ctx, { resource: 'account', rowId: id, verb: 'set pin', changes: [] })
  })
}

/** Deletes the PIN of the signed-in account, and ends its PIN sign-ins. */
export async function deletePin(ctx: Ctx): Promise<void> {
  const id = getAccountId(ctx)
  await ctx.kernel.transaction(async (tx) => {
    await tx.run(sql`delete from pos_pin where account_id = ${id}`)
    await recordAudit(tx, ctx, { resource: 'account', rowId: id, verb: 'drop pin', changes: [] })
  })
}

interface Till {
  session: number
  register: number
  device: string
}

/**
 * Verifies a PIN at a register. Attempts per register and account are counted before the PIN is compared, to prevent
 * brute force.
 * @returns a value that changes with the PIN
 * @throws AppError INVALID by the field, TOO_MANY
 */
export async function checkPin({ kernel }: Ctx, register: number, account: number, pin: string, field: string): Promise<string> {
  const keys = [`pos pin register ${register}`, `pos pin account ${account}`]
  await rateLimit(kernel.db, keys[0] ?? '', AT_REGISTER)
  await rateLimit(kernel.db, keys[1] ?? '', OF_PERSON)
  const row = await kernel.db.one<{ hash: string; mark: string }>(
    sql`select hash, mark::text as mark from pos_pin where account_id = ${account}`,
  )
  if (!(await checkPassword(row?.hash, pin)) || !row) throw validationError({ [field]: message('pos:error.pin_wrong') })
  for (const key of keys) await resetLimit(kernel.db, key)
  return row.mark
}

/**
 * Signs a cashier in at an open register by PIN, and ends the previous sign-in.
 * @returns the token for the tickets of this device
 * @throws AppError INVALID, TOO_MANY, TILL_CLOSED
 */
export async function takeOverRegister(ctx: Ctx, at: Till, account: number, pin: string): Promise<string> {
  const { kernel } = ctx
  const mark = await checkPin(ctx, at.register, account, pin, 'pin')
  const key = await kernel.transaction((tx) => signInCashier(tx, at.session, at.device, account))
  return createCashierToken(kernel, { account, session: at.session, device: at.device, mark, key })
}
