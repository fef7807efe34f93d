import { createHash } from 'node:crypto'
import { type Actor, type Db, type Kernel, sign, sql, token, type Tx, verify } from '#core'
import { plainEmail } from './rules.ts'
import { timeline } from './timeline.ts'

export type ConsentState = 'subscribed' | 'unsubscribed' | 'suppressed'

/** A change of what may be sent to an address. */
export interface ConsentChange {
  address: string
  state: ConsentState
  reason: 'user' | 'admin' | 'import' | 'bounce' | 'complaint' | 'erase' | 'merge'
  /** Where it was said: `account`, `unsubscribe`, `register`. */
  source: string
  actor: Actor
  personId?: number
}

/** Who may be sent news. It is asked for every single mail, just before that goes out. */
export interface Consent {
  /** What an address has said last; undefined when it never said anything. */
  state(db: Db, address: string): Promise<ConsentState | undefined>
  /** Notes a change; what holds already is not noted again. Answers whether it was. */
  change(tx: Tx, change: ConsentChange): Promise<boolean>
  /** Headers of a mail with news: programs that read mail offer to end it with one click (RFC 8058). */
  headers(address: string): Record<string, string>
  /** Path of the page that ends news, for the foot of such a mail. */
  page(address: string): string
}

export const CONSENT = token<Consent>('people/consent')

/** An erased address is known by this alone, so that an import does not bring it back. */
export const addressMark = (address: string): string => `sha256:${createHash('sha256').update(plainEmail(address)).digest('hex')}`

/** The signature of an address in links that end news. */
export const consentSignature = (kernel: Kernel, address: string): string => sign(kernel.config, 'unsubscribe', plainEmail(address))

export const isConsentSignature = (kernel: Kernel, address: string, signature: string): boolean =>
  verify(kernel.config, 'unsubscribe', plainEmail(address), signature)

/** Address and signature in one part of a path. */
export const packAddress = (kernel: Kernel, address: string): string =>
  `${Buffer.from(plainEmail(address)).toString('base64url')}.${consentSignature(kernel, address)}`

export const consent = (kernel: Kernel): Consent => {
  const state: Consent['state'] = async (db, address) => {
    const row = await db.one<{ state: ConsentState }>(
      sql`select state from consent where address_norm in (${plainEmail(address)}, ${addressMark(address)}) and channel = 'email' and topic = 'marketing'
        order by id desc limit 1`,
      'consent.state',
    )
    return row?.state
  }
  return {
    state,
    async change(tx, { address, state: next, reason, source, actor, personId }) {
      const email = plainEmail(address)
      // Two changes of one address wait for each other, though there may be no row yet to lock.
      await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`consent ${email}`}, 0))`)
      await tx.run(sql`update customer set is_subscribe = ${next === 'subscribed'}, updated_at = now()
        where email = ${email} and is_subscribe <> ${next === 'subscribed'}`)
      tx.touch('customer')
      const before = await state(tx, email)
      if (before === next) return false
      const person =
        personId ??
        (
          await tx.one<{ id: number }>(sql`select person_id as id from person_identity where kind = 'email' and value_norm = ${email}
          order by verified_at nulls last, id limit 1`)
        )?.id
      const row = await tx.one<{ id: number }>(sql`insert into consent (person_id, address_norm, state, reason, source)
        values (${person ?? null}, ${email}, ${next}, ${reason}, ${source}) returning id`)
      if (person !== undefined && before !== undefined)
        await timeline(kernel).tell(tx, {
          personId: person,
          what: next,
          actor,
          dedupeKey: `consent ${row?.id}`,
        })
      tx.emit('consent.changed', { address: email, state: next })
      return true
    },
    headers: (address) => ({
      'List-Unsubscribe': `<${kernel.config.publicUrl}/api/unsubscribe/${packAddress(kernel, address)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    page: (address) => `/unsubscribe?email=${encodeURIComponent(plainEmail(address))}&signature=${consentSignature(kernel, address)}`,
  }
}
