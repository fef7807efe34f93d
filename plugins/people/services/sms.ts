import { defineJob, AppError, rateLimit, type Kernel, sql, t, token, type Tx, unsealSecrets, sealSecrets } from 'stoa'
import { sms } from '../settings.ts'
import { smsProvider, SmsRefused } from './sms-providers.ts'
import { smsMessage } from '../resources/sms-message.ts'

/** SMS service. */
export interface SmsService {
  /** Whether a provider is configured. */
  enabled(): boolean
  /**
   * Queues a message in the transaction. It is dropped if it cannot be sent within `minutes`. `secret` is encrypted
   * and never shown. `unrequested` marks a number that a visitor entered: such messages may use at most half of the
   * daily limit.
   */
  send(tx: Tx, message: { to: string; body: string; minutes?: number; secret?: string; unrequested?: boolean }): Promise<void>
  /**
   * Passes a message to the provider at once, for plugins with their own delivery log. Never call it inside a
   * transaction.
   * @throws SmsRefused for a permanent rejection, another error if the provider was unreachable or the result is
   * unknown
   */
  deliver(message: { to: string; body: string }): Promise<{ id: string }>
}

const PURPOSE = 'people/sms'

/** The newest message to a number with its secret, for operators with the encryption keys. */
export async function newestSms({ db, config }: Kernel, to: string): Promise<string | undefined> {
  const row = await db.one<{ body: string; sealed: string | null }>(
    sql`select body, sealed from sms_message where recipient = ${to} order by id desc limit 1`,
  )
  return row && unsealSecrets(config, PURPOSE, { body: row.body }, row.sealed)?.body
}

export const SMS = token<SmsService>('people/sms')

/** Sends a queued message. */
export const SEND_SMS = defineJob({ name: 'people/sms', payload: { id: t.id() }, attempts: 4 })

export const smsService = (kernel: Kernel): SmsService => ({
  enabled: () => smsProvider(kernel) !== undefined,
  send: async (tx, { to, body, minutes, secret = '', unrequested = false }) => {
    const { masked, sealed } = sealSecrets(PURPOSE, { body }, { config: kernel.config, parts: [secret] })
    const id = await tx.insert(smsMessage, {
      recipient: to,
      body: masked.body,
      sealed,
      provider: kernel.settings.of(sms).provider,
      expires_at: sql`now() + make_interval(mins => ${minutes ?? null}::int)`,
      unrequested,
    })
    tx.enqueue(SEND_SMS, { id })
  },
  deliver: (message) => {
    const provider = smsProvider(kernel)
    if (!provider) throw new SmsRefused('switched off')
    return provider.send(kernel, message)
  },
})

/** Passes a message to the provider: at least once, within the daily limit. The text is cleared after sending. */
export async function deliverSms(kernel: Kernel, id: number): Promise<void> {
  const row = await kernel.db.one<{ recipient: string; body: string; sealed: string | null; unrequested: boolean; late: boolean }>(sql`
    select recipient, body, sealed, unrequested, coalesce(expires_at < now(), false) as late from sms_message where id = ${id} and status = 'pending'`)
  const provider = smsProvider(kernel)
  if (!row) return
  if (!provider || row.late) return setMessageStatus(kernel, id, 'rejected', provider ? 'too late' : 'switched off')
  try {
    const day = new Date().toISOString().slice(0, 10)
    const { daily_budget: max } = kernel.settings.of(sms)
    if (row.unrequested) await rateLimit(kernel.db, `sms-budget unrequested ${day}`, { max: Math.ceil(max / 2), seconds: 86_400 })
    await rateLimit(kernel.db, `sms-budget ${day}`, { max, seconds: 86_400 })
  } catch (error) {
    if (error instanceof AppError) return setMessageStatus(kernel, id, 'rejected', 'the daily limit is reached')
    throw error
  }
  const original = unsealSecrets(kernel.config, PURPOSE, { body: row.body }, row.sealed)
  if (!original) return setMessageStatus(kernel, id, 'abnormal', 'the encrypted text cannot be decrypted: the key is missing')
  try {
    const sent = await provider.send(kernel, { to: row.recipient, body: original.body })
    await setMessageStatus(kernel, id, 'sent', '', { providerId: sent.id, keep: provider.keeps === true })
  } catch (error) {
    if (error instanceof SmsRefused) return setMessageStatus(kernel, id, 'abnormal', error.message)
    await kernel.db.run(sql`update sms_message set error = ${(error as Error).message.slice(0, 200)}, updated_at = now() where id = ${id}`)
    throw error
  }
}

async function setMessageStatus(
  kernel: Kernel,
  id: number,
  status: string,
  error: string,
  { providerId = '', keep = false }: { providerId?: string; keep?: boolean } = {},
): Promise<void> {
  await kernel.db.run(sql`update sms_message set status = ${status}, error = ${error}, provider_id = ${providerId}, updated_at = now(),
    body = case when ${keep} then body else '' end, sealed = case when ${keep} then sealed end, sent_at = case when ${status} = 'sent' then now() end where id = ${id}`)
}
