import { randomInt } from 'node:crypto'
import {
  defineJob,
  rateLimit,
  validationError,
  type Kernel,
  locales,
  lockKeys,
  sign,
  getNetwork,
  sql,
  t,
  message,
  type JobPayload,
  type Tx,
  verify,
} from 'stoa'
import { accountByPhone, assertPhoneFree } from './accounts.ts'
import { verifyIdentity } from './directory.ts'
import { smsService } from './sms.ts'

/** Purpose of a code. A code of one purpose is not valid for another. */
export const purposes = ['register', 'login', 'reset', 'verify'] as const
export type Purpose = (typeof purposes)[number]

/** Attempts per code: from one network, and in total. */
const MAX_TRIES_PER_NETWORK = 5
const MAX_TRIES = 25
const LIFETIME_MINUTES = 5

const toSignedText = (purpose: string, phone: string, code: string) => `${purpose} ${phone} ${code}`

/** Rate limit for requesting codes. @throws AppError TOO_MANY */
export async function limitCodes(kernel: Kernel, purpose: Purpose, phone: string, client: string): Promise<void> {
  const message = 'core:error.too_frequent'
  await rateLimit(kernel.db, `sms-from ${getNetwork(client)}`, { max: 20, seconds: 3_600, message })
  await rateLimit(kernel.db, `sms ${phone}`, { max: 1, seconds: 60, message })
  if (purpose === 'reset')
    await rateLimit(kernel.db, `sms-reset ${phone}`, { max: 5, seconds: 86_400, message: 'people:error.daily_resets' })
}

/** Sends a code to a phone number. */
export const SEND_CODE = defineJob({
  name: 'people/send-code',
  payload: { purpose: t.pick(purposes), phone: t.text(), language: t.pick(locales) },
})

/**
 * Creates a code and queues its SMS. It runs as a job, so that the response does not reveal whether the number has an
 * account. For sign-in and reset only a verified number gets a code.
 */
export async function sendCode(kernel: Kernel, { purpose, phone, language }: JobPayload<typeof SEND_CODE>): Promise<void> {
  if (purpose === 'login' || purpose === 'reset') {
    const account = await accountByPhone(kernel.db, phone)
    if (!account?.phone_verified) return
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const body = kernel.i18n.t(language, 'people:sms.code', {
    code,
    shop: String(kernel.settings.read('basic', language).name),
    minutes: LIFETIME_MINUTES,
  })
  await kernel.transaction(async (tx) => {
    await tx.run(sql`insert into one_time_code (purpose, phone, code_hash, expires_at)
      values (${purpose}, ${phone}, ${sign(kernel.config, 'otp', toSignedText(purpose, phone, code))}, now() + make_interval(mins => ${LIFETIME_MINUTES}))`)
    await smsService(kernel).send(tx, {
      to: phone,
      body,
      minutes: LIFETIME_MINUTES,
      secret: code,
      unrequested: purpose === 'register' || purpose === 'verify',
    })
  })
}

/**
 * Redeems a code. One statement counts the attempt before the code is compared, so that concurrent guesses are
 * counted too. Attempts are counted by network, so that an attacker who guesses the code of another person's number
 * only blocks their own network.
 * @throws AppError INVALID for a wrong code, TOO_MANY
 */
export async function redeemCode(kernel: Kernel, purpose: Purpose, phone: string, enteredCode: string, client: string): Promise<void> {
  const network = getNetwork(client)
  await rateLimit(kernel.db, `otp ${purpose} ${phone} ${network}`, { max: 20, seconds: 86_400 })
  await rateLimit(kernel.db, `otp ${purpose} ${phone}`, { max: 200, seconds: 86_400 })
  const code = enteredCode.replaceAll(/\s/g, '')
  const row = await kernel.db.one<{ id: number; code_hash: string }>(sql`
    update one_time_code set tries = tries + 1,
      tries_by = tries_by || jsonb_build_object(${network}::text, coalesce((tries_by->>${network}::text)::int, 0) + 1) where id = (
      select id from one_time_code where phone = ${phone} and purpose = ${purpose} order by id desc limit 1)
    and used_at is null and expires_at > now() and tries < ${MAX_TRIES}
    and coalesce((tries_by->>${network}::text)::int, 0) < ${MAX_TRIES_PER_NETWORK} returning id, code_hash`)
  const right = verify(kernel.config, 'otp', toSignedText(purpose, phone, code), row?.code_hash ?? '')
  const used =
    row &&
    right &&
    (await kernel.db.one(sql`update one_time_code set used_at = now() where id = ${row.id} and used_at is null returning id`))
  if (!used) throw validationError({ otp: message('people:error.otp') })
}

/** Signed ticket that proves a verified phone number for 15 minutes; it passes the result of a code to the form. */
export function createPhoneTicket(kernel: Kernel, phone: string): string {
  const expires = String(Math.floor(Date.now() / 1_000) + 900)
  return `${expires}.${sign(kernel.config, 'phone', `${phone} ${expires}`)}`
}

export function isPhoneTicket(kernel: Kernel, phone: string, ticket: string): boolean {
  const [expires = '', signature = ''] = ticket.split('.')
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 < Date.now()) return false
  return verify(kernel.config, 'phone', `${phone} ${expires}`, signature)
}

/** Assigns a verified phone number to an account. @throws AppError INVALID if another account verified it */
export async function claimPhone(tx: Tx, kernel: Kernel, customer: number, phone: string): Promise<boolean> {
  // Advisory lock: two accounts that verify one number at once run one after the other.
  await lockKeys(tx, [`phone ${phone}`])
  await assertPhoneFree(tx, phone, customer)
  const customerRow = await tx.one<{
    person_id: number | null
  }>(sql`update customer set phone_verified_at = coalesce(phone_verified_at, now()), updated_at = now()
    where id = ${customer} and phone_norm = ${phone} returning person_id`)
  if (customerRow?.person_id) await verifyIdentity(tx, kernel, customerRow.person_id, 'phone', phone)
  tx.invalidate('customer')
  return customerRow !== undefined
}
