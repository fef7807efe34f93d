import { type Actor, type Db, type Kernel, lockKeys, sql, token, type Tx } from 'stoa'
import { linkQuery, packLink } from './consent-links.ts'
import { type ConsentTopic, type Channel, consentSql, EVERY_TOPIC, MARKETING, NEWS } from './consent-sql.ts'
import { normalizeEmail } from './sign-in-rules.ts'
import { timeline } from './timeline.ts'
import { consentColumns } from '../resources/consent-columns.ts'

export type ConsentState = 'subscribed' | 'unsubscribed' | 'suppressed'

/** A change of consent of an address. */
export interface ConsentChange {
  address: string
  /** E-mail if absent. */
  channel?: Channel
  /** `marketing` if absent; `EVERY_TOPIC` for all current and future topics. */
  topic?: string
  state: ConsentState
  reason: 'user' | 'admin' | 'import' | 'bounce' | 'complaint' | 'erase' | 'merge'
  /** Where consent was given or withdrawn: `account`, `unsubscribe`, `register`. */
  source: string
  actor: Actor
  personId?: number
  /** Reference of the message that led to it, as its sender defines it. */
  ref?: string
  /** When it was given or withdrawn; now if absent. */
  at?: string
}

/** Consent by channel and topic. It is checked for every message just before sending. */
export interface Consent {
  /** Latest consent of an address; undefined if there is none. E-mail with news by default. */
  getState(db: Db, address: string, about?: ConsentTopic): Promise<ConsentState | undefined>
  /**
   * Records a change of consent; an unchanged state is not recorded again. An import cannot reverse a refusal, and
   * only the person can lift a suppression.
   * @returns whether it was recorded
   */
  recordChange(tx: Tx, change: ConsentChange): Promise<boolean>
  /** E-mail headers for one-click unsubscribe (RFC 8058). */
  getUnsubscribeHeaders(address: string, about?: ConsentTopic, ref?: string): Record<string, string>
  /** Path of the unsubscribe page, for the footer of a message. */
  getUnsubscribePath(address: string, about?: ConsentTopic, ref?: string): string
}

export const CONSENT = token<Consent>('people/consent')

export const consent = (kernel: Kernel): Consent => {
  const state: Consent['getState'] = async (db, address, { channel, topic } = NEWS) => {
    const row = await db.one<{ state: ConsentState | null }>(
      sql`select ${consentSql(sql`${normalizeEmail(address)}::text`, { channel: sql`${channel}::text`, topic: sql`${topic}::text` })} as state`,
    )
    return row?.state ?? undefined
  }
  return {
    getState: state,
    async recordChange(tx, change) {
      const { channel = NEWS.channel, topic = NEWS.topic, state: next, reason, source, actor, ref } = change
      const address = normalizeEmail(change.address)
      await lockAddress(tx, address)
      const before = topic === EVERY_TOPIC ? await readChannelState(tx, address, channel) : await state(tx, address, { channel, topic })
      const refused = next === 'subscribed' && isIrreversible(before, reason)
      await updateAccountSubscription(tx, address, { channel, topic }, refused ? before : next)
      // A suppressed address gets nothing anyway, and an unsubscription must not replace the stronger suppression.
      if (refused || before === next || (before === 'suppressed' && next === 'unsubscribed')) return false
      const person = change.personId ?? (await findAddressOwner(tx, channel, address))
      const row = await tx.one<{
        id: number
        first: boolean
      }>(sql`${tx.insertSql(consentColumns, {
        person_id: person ?? null,
        address_norm: address,
        channel,
        topic,
        state: next,
        reason,
        source,
        at: change.at ?? sql`now()`,
      })}
        returning id, not exists (select from consent b where b.address_norm = ${address} and b.channel = ${channel}) as first`)
      // The first state of an address comes with its account and is no activity event.
      if (person !== undefined && !row?.first)
        await timeline(kernel).record(tx, { personId: person, what: next, actor, dedupeKey: `consent ${row?.id}` })
      tx.emit('consent.changed', { address, channel, topic, state: next, ...(ref ? { ref } : {}) })
      return true
    },
    getUnsubscribeHeaders: (address, about = NEWS, ref = '') => ({
      'List-Unsubscribe': `<${kernel.config.publicUrl}/api/unsubscribe/${packLink(kernel, { address, ...about, ref })}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    getUnsubscribePath: (address, about = NEWS, ref = '') => `/unsubscribe?${linkQuery(kernel, { address, ...about, ref })}`,
  }
}

/** Advisory lock on an address: there may be no row to lock yet. */
export const lockAddress = (tx: Tx, address: string): Promise<unknown> => lockKeys(tx, [`consent ${address}`])

/** A refusal cannot be reversed by imports, and a suppression not even by staff. */
export const isIrreversible = (before: ConsentState | undefined, reason: ConsentChange['reason']): boolean =>
  (reason === 'import' && before !== undefined && before !== 'subscribed') || (reason === 'admin' && before === 'suppressed')

/** Latest consent for all topics together; a later entry for one topic overrides it. */
async function readChannelState(db: Db, address: string, channel: Channel): Promise<ConsentState | undefined> {
  const row = await db.one<{ state: ConsentState; topic: string }>(sql`select state, topic from consent
    where address_norm = ${address} and channel = ${channel} order by id desc limit 1`)
  return row?.topic === EVERY_TOPIC ? row.state : undefined
}

/** The flag on the account is the consent to e-mail with news. */
export async function updateAccountSubscription(
  tx: Tx,
  address: string,
  { channel, topic }: ConsentTopic,
  state: ConsentState | undefined,
): Promise<void> {
  if (channel !== 'email' || (topic !== MARKETING && topic !== EVERY_TOPIC)) return
  const isSubscribed = state === 'subscribed'
  await tx.run(
    sql`update customer set is_subscribe = ${isSubscribed}, updated_at = now() where email = ${address} and is_subscribe <> ${isSubscribed}`,
  )
  tx.invalidate('customer')
}

/** Person of an address: who verified it, or else who used it first. */
export async function findAddressOwner(db: Db, channel: Channel, address: string): Promise<number | undefined> {
  const kind = channel === 'sms' ? 'phone' : 'email'
  const row = await db.one<{ id: number }>(sql`select person_id as id from person_identity where kind = ${kind} and value_norm = ${address}
    order by verified_at nulls last, id limit 1`)
  return row?.id
}
