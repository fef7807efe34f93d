import {
  basic,
  closeSessions,
  type Ctx,
  validationError,
  type Kernel,
  rateLimit,
  recordAudit,
  resetLimit,
  role,
  seal,
  sql,
  systemCtx,
  message,
  type Tx,
  unseal,
} from 'stoa'
import type { FactorState, Setup } from '../api-types.ts'
import { countCodesLeft, createCodes, useCode } from './recovery.ts'
import { newSecret, formatUri, getStep } from './totp.ts'

/** Purpose of the encryption of secrets. */
const PURPOSE = 'second factor'

/** The account of a factor. */
export interface Holder {
  id: number
  role_id: number
}

interface FactorRow {
  secret: string
  confirmed_at: string | null
}

const getRow = ({ db }: Kernel, id: number) =>
  db.one<FactorRow>(sql`select secret, confirmed_at from second_factor where account_id = ${id}`)

const verb = (tx: Tx, ctx: Ctx, id: number, auditVerb: string) =>
  recordAudit(tx, ctx, { resource: 'account', rowId: id, verb: auditVerb, changes: [] })

/** Whether a role requires a second factor. */
export const isRequired = async (kernel: Kernel, roleId: number): Promise<boolean> =>
  ((await kernel.resources.get(systemCtx(kernel, 'sign-in'), role, roleId)) as { second_factor?: unknown }).second_factor === true

/** Whether an account has a confirmed second factor. */
export const hasFactor = async (kernel: Kernel, id: number): Promise<boolean> => Boolean((await getRow(kernel, id))?.confirmed_at)

/** The state of the actor's second factor. */
export async function factorState(kernel: Kernel, { id, role_id }: Holder): Promise<FactorState> {
  const since = (await getRow(kernel, id))?.confirmed_at ?? null
  return { since, codes_left: since === null ? 0 : await countCodesLeft(kernel.db, id), required: await isRequired(kernel, role_id) }
}

/**
 * Creates a secret for an authenticator app. It is valid once a code was entered. @throws AppError INVALID when there is a factor already
 */
export async function beginFactor(kernel: Kernel, { id, email }: { id: number; email: string }): Promise<Setup> {
  const secret = await newSecret()
  const stored = await kernel.db.one(sql`
    insert into second_factor as f (account_id, secret) values (${id}, ${seal(kernel.config, PURPOSE, secret)})
    on conflict (account_id) do update set secret = excluded.secret, last_step = 0, created_at = now() where f.confirmed_at is null
    returning account_id`)
  if (!stored) throw validationError({ code: message('staff:error.has_factor') })
  const issuer = kernel.settings.read(basic.group, kernel.settings.mainLanguage).name
  return { secret, ...(await formatUri(secret, { issuer: typeof issuer === 'string' ? issuer : 'Stoa', label: email })) }
}

/**
 * Confirms the secret with a code and returns recovery codes. Ends other sessions, which were opened with the password alone; `except` is
 * the token to keep.
 * @throws AppError INVALID, TOO_MANY
 */
export async function confirmFactor(ctx: Ctx, id: number, code: string, except?: string): Promise<string[]> {
  const { kernel } = ctx
  await limitTries(kernel, id)
  const row = await getRow(kernel, id)
  if (!row || row.confirmed_at) throw validationError({ code: message(row ? 'staff:error.has_factor' : 'staff:error.wrong_code') })
  const step = await getStep(open(kernel, row.secret), plain(code))
  if (step === undefined) throw validationError({ code: message('staff:error.wrong_code') })
  const codes = await kernel.transaction(async (tx) => {
    // Only the secret that was verified: another tab may have created a new one meanwhile.
    const confirmed = await tx.one(sql`update second_factor set confirmed_at = now(), last_step = ${step}
      where account_id = ${id} and confirmed_at is null and secret = ${row.secret} returning account_id`)
    if (!confirmed) throw validationError({ code: message('staff:error.wrong_code') })
    await closeSessions(tx, 'admin', id, except)
    await kernel.resources.setExt(tx, 'account', id, { second_factor: true })
    await verb(tx, ctx, id, 'second factor on')
    return createCodes(tx, id)
  })
  await resetLimit(kernel.db, getTries(id))
  return codes
}

/**
 * Verifies a code of the authenticator app or a recovery code. Each is valid once.
 * @throws AppError INVALID naming the code, TOO_MANY
 */
export async function proveFactor(ctx: Ctx, id: number, code: string): Promise<void> {
  const { kernel } = ctx
  await limitTries(kernel, id)
  const proved = /^[\d\s]+$/.test(code) ? await proveByApp(kernel, id, plain(code)) : await proveByCode(ctx, id, code)
  if (!proved) {
    await recordAudit(kernel.db, ctx, { resource: 'account', rowId: id, verb: 'failed second factor', changes: [] })
    throw validationError({ code: message('staff:error.wrong_code') })
  }
  await resetLimit(kernel.db, getTries(id))
}

async function proveByApp(kernel: Kernel, id: number, code: string): Promise<boolean> {
  const row = await getRow(kernel, id)
  const step = row?.confirmed_at ? await getStep(open(kernel, row.secret), code) : undefined
  if (step === undefined) return false
  // Of two concurrent requests with the same code, only the first updates the row.
  return (await kernel.db.run(sql`update second_factor set last_step = ${step} where account_id = ${id} and last_step < ${step}`)) === 1
}

const proveByCode = (ctx: Ctx, id: number, code: string) =>
  ctx.kernel.transaction(async (tx) => {
    const used = await useCode(tx, id, code)
    if (used) await verb(tx, ctx, id, 'recovery code')
    return used
  })

/** Removes a factor with its recovery codes; false when there was none. Ends all sessions except the one with the token `except`. */
export async function dropFactor(tx: Tx, ctx: Ctx, id: number, except?: string): Promise<boolean> {
  const deletedFactor = await tx.one(sql`with codes as (delete from recovery_code where account_id = ${id})
    delete from second_factor where account_id = ${id} and confirmed_at is not null returning account_id`)
  if (!deletedFactor) return false
  await closeSessions(tx, 'admin', id, except)
  await ctx.kernel.resources.setExt(tx, 'account', id, { second_factor: false })
  await verb(tx, ctx, id, 'second factor off')
  return true
}

const getTries = (id: number) => `second-factor ${id}`
/** Reached only after the password step, so nobody else can use up the attempts. */
const limitTries = ({ db }: Kernel, id: number) => rateLimit(db, getTries(id), { max: 5, seconds: 900 })

const plain = (code: string) => code.replaceAll(/\s/g, '')

function open({ config }: Kernel, sealed: string): string {
  const secret = unseal(config, PURPOSE, sealed)
  if (secret === undefined) throw new Error('A second factor was sealed under a key that STOA_SECRETS no longer holds')
  return secret
}
