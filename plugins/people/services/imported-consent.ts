import { validationError, sql, message, type Tx } from 'stoa'
import { type ConsentState, lockAddress, isIrreversible, updateAccountSubscription } from './consent.ts'
import { type ConsentTopic, type Channel, EVERY_TOPIC, addressHashSql } from './consent-sql.ts'
import { addressPattern, normalizeEmail } from './sign-in-rules.ts'

/** Consent of an address from an import or a member of staff. */
interface ImportedConsent extends ConsentTopic {
  address_norm: string
  state: ConsentState
  /** When it was given or withdrawn. */
  at: string
}

/** An address with an @ is an e-mail address; otherwise it is a phone number. */
export const getChannel = (address: string): Channel => (address.includes('@') ? 'email' : 'sms')

/** A normalized address; a phone number without separators. */
export const getAddress = (address: string): string =>
  getChannel(address) === 'email' ? normalizeEmail(address) : address.replaceAll(/[\s()+.-]/g, '').replace(/^00/, '')

/**
 * Rejects an invalid address, a future date, or a change that conflicts with known consent: a refusal stands against
 * imports, a suppression against staff too, and later consent against both. It locks the address until the
 * transaction ends.
 * @throws AppError INVALID
 */
export async function rejectConflicting(
  tx: Tx,
  { address_norm: address, channel, topic, state, at }: ImportedConsent,
  reason: 'import' | 'admin',
): Promise<void> {
  if (!(channel === 'email' ? addressPattern : /^[1-9]\d{4,17}$/).test(address))
    throw validationError({ address_norm: message(channel === 'email' ? 'core:rule.email' : 'core:rule.phone') })
  if (new Date(at).getTime() > Date.now()) throw validationError({ at: message('people:error.consent_future') })
  await lockAddress(tx, address)
  const latest = await findLatestConsent(tx, address, { channel, topic })
  if (!latest) return
  const date = latest.at.slice(0, 10)
  const isStronger = state === 'subscribed' ? isIrreversible(latest.state, reason) : latest.state === 'suppressed' && state !== latest.state
  if (isStronger) throw validationError({ state: message('people:error.consent_no', { date }) })
  if (latest.state !== state && latest.at > at) throw validationError({ at: message('people:error.consent_later', { date }) })
}

/** Latest consent of an address, also of an erased one. */
const findLatestConsent = (tx: Tx, address: string, { channel, topic }: ConsentTopic) =>
  tx.one<{
    state: ConsentState
    at: string
  }>(sql`select state, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from consent
    where address_norm in (${address}, ${addressHashSql(sql`${address}::text`)}) and channel = ${channel} and topic in (${topic}, ${EVERY_TOPIC})
    order by id desc limit 1`)

/** Applies the effects after consent of an address was imported or deleted: updates the account's flag and emits `consent.changed`. */
export async function applyLatestConsent(
  tx: Tx,
  { address_norm: address, channel, topic }: Omit<ImportedConsent, 'state' | 'at'>,
): Promise<void> {
  const now = await findLatestConsent(tx, address, { channel, topic })
  if (!now) return
  await updateAccountSubscription(tx, address, { channel, topic }, now.state)
  tx.emit('consent.changed', { address, channel, topic, state: now.state })
}
