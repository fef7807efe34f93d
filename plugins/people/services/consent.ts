import { type Actor, type Db, type Kernel, lockKeys, sql, token, type Tx } from 'stoa'
import { linkQuery, packLink } from './consent-links.ts'
import { type About, type Channel, consentSql, EVERY_TOPIC, MARKETING, NEWS } from './consent-sql.ts'
import { normalizeEmail } from './sign-in-rules.ts'
import { timeline } from './timeline.ts'
import { consentColumns } from '../resources/consent-columns.ts'

export type ConsentState = 'subscribed' | 'unsubscribed' | 'suppressed'

/** A change of what may be sent to an address. */
export interface ConsentChange {
  address: string
  /** Letters when absent. */
  channel?: Channel
  /** `marketing` when absent; `EVERY_TOPIC` for all there are and will be. */
  topic?: string
  state: ConsentState
  reason: 'user' | 'admin' | 'import' | 'bounce' | 'complaint' | 'erase' | 'merge'
  /** Where it was said: `account`, `unsubscribe`, `register`. */
  source: string
  actor: Actor
  personId?: number
  /** The message that led to it, in the words of whoever sent it. */
  ref?: string
  /** When it was said; now when absent. */
  at?: string
}

/** Who may be sent news, by channel and topic. It is asked for every single message, just before that goes out. */
export interface Consent {
  /** What an address has said last; undefined when it never said anything. Letters with news when nothing else is named. */
  state(db: Db, address: string, about?: About): Promise<ConsentState | undefined>
  /**
   * Notes a change; what holds already is not noted again. Answers whether it was. Who said no is not brought back by a sheet, and who
   * was suppressed by nobody but themselves.
   */
  change(tx: Tx, change: ConsentChange): Promise<boolean>
  /** Headers of a mail: programs that read mail offer to end such mails with one click (RFC 8058). */
  headers(address: string, about?: About, ref?: string): Record<string, string>
  /** Path of the page that ends such messages, for the foot of one. */
  page(address: string, about?: About, ref?: string): string
}

export const CONSENT = token<Consent>('people/consent')

export const consent = (kernel: Kernel): Consent => {
  const state: Consent['state'] = async (db, address, { channel, topic } = NEWS) => {
    const row = await db.one<{ state: ConsentState | null }>(
      sql`select ${consentSql(sql`${normalizeEmail(address)}::text`, { channel: sql`${channel}::text`, topic: sql`${topic}::text` })} as state`,
    )
    return row?.state ?? undefined
  }
  return {
    state,
    async change(tx, change) {
      const { channel = NEWS.channel, topic = NEWS.topic, state: next, reason, source, actor, ref } = change
      const address = normalizeEmail(change.address)
      await holdAddress(tx, address)
      const before = topic === EVERY_TOPIC ? await listStates(tx, address, channel) : await state(tx, address, { channel, topic })
      const refused = next === 'subscribed' && isFinal(before, reason)
      await updateAccountSubscription(tx, address, { channel, topic }, refused ? before : next)
      // Who is suppressed gets nothing anyway, and a weaker no must not take the place of that.
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
      // The first word of an address comes with its account and is no change.
      if (person !== undefined && !row?.first)
        await timeline(kernel).record(tx, { personId: person, what: next, actor, dedupeKey: `consent ${row?.id}` })
      tx.emit('consent.changed', { address, channel, topic, state: next, ...(ref ? { ref } : {}) })
      return true
    },
    headers: (address, about = NEWS, ref = '') => ({
      'List-Unsubscribe': `<${kernel.config.publicUrl}/api/unsubscribe/${packLink(kernel, { address, ...about, ref })}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    page: (address, about = NEWS, ref = '') => `/unsubscribe?${linkQuery(kernel, { address, ...about, ref })}`,
  }
}

/** Lets two changes of one address wait for each other, though there may be no row yet to lock. */
export const holdAddress = (tx: Tx, address: string): Promise<unknown> => lockKeys(tx, [`consent ${address}`])

/** A no stands against sheets, and what was suppressed against staff too. */
export const isFinal = (before: ConsentState | undefined, reason: ConsentChange['reason']): boolean =>
  (reason === 'import' && before !== undefined && before !== 'subscribed') || (reason === 'admin' && before === 'suppressed')

/** What was said last of all topics at once; a later word about one of them makes it undone. */
async function listStates(db: Db, address: string, channel: Channel): Promise<ConsentState | undefined> {
  const row = await db.one<{ state: ConsentState; topic: string }>(sql`select state, topic from consent
    where address_norm = ${address} and channel = ${channel} order by id desc limit 1`)
  return row?.topic === EVERY_TOPIC ? row.state : undefined
}

/** The account's own flag is about letters with news. */
export async function updateAccountSubscription(
  tx: Tx,
  address: string,
  { channel, topic }: About,
  state: ConsentState | undefined,
): Promise<void> {
  if (channel !== 'email' || (topic !== MARKETING && topic !== EVERY_TOPIC)) return
  const gets = state === 'subscribed'
  await tx.run(sql`update customer set is_subscribe = ${gets}, updated_at = now() where email = ${address} and is_subscribe <> ${gets}`)
  tx.invalidate('customer')
}

/** Whose address it is: of whoever has proven it, else of whoever named it first. */
export async function findAddressOwner(db: Db, channel: Channel, address: string): Promise<number | undefined> {
  const kind = channel === 'sms' ? 'phone' : 'email'
  const row = await db.one<{ id: number }>(sql`select person_id as id from person_identity where kind = ${kind} and value_norm = ${address}
    order by verified_at nulls last, id limit 1`)
  return row?.id
}
