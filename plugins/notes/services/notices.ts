import { Type } from '@sinclair/typebox'
import { account, type Actor, defineJob, type Kernel, extensionPoint, sql, t, token, type Tx } from 'stoa'
import type { Subject } from './subjects.ts'

/** What staff can be told, by a word for it. */
export interface NoticeKind {
  /** A text, `approvals:notice.asked`. It gets `who`, `subject` (how the row is called to its reader) and what was sent along. */
  text: string
}

export const NOTICE_KINDS = extensionPoint<NoticeKind>('notes/notices', {
  description: 'what staff are told by notices, by a word for it',
  schema: Type.Object({ text: Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' }) }),
})

/** Something to be told. */
export interface NoticeInput {
  /** The word under which it is offered to `NOTICE_KINDS`. */
  kind: string
  /** Accounts. Whoever does it is not told of it, and those that are switched off or gone are left out. */
  to: readonly number[]
  about?: Subject
  who: Actor
  /** Parameters of the text; nothing that not everybody of `to` may know. */
  params?: Readonly<Record<string, string | number>>
  /** The same told twice to the same person stands there once. */
  key?: string
}

/** Notices to members of staff. They are there with the commit of `tx`. */
export interface Notices {
  notify(tx: Tx, telling: NoticeInput): Promise<void>
  /** Takes back what nobody has read yet. */
  withdraw(tx: Tx, kind: string, key: string): Promise<void>
}

export const NOTICES = token<Notices>('notes/notices')

/** Mails a notice to who wants that. */
export const NOTICE_MAIL = defineJob({ name: 'notes/mail', payload: { id: t.id() }, key: ({ id }) => `notice ${id}` })

const getName = (actor: Actor): string => ('name' in actor ? actor.name : '')

export const notices = (kernel: Kernel): Notices => ({
  async notify(tx, { kind, to, about, who, params = {}, key }) {
    if (!kernel.contributions(NOTICE_KINDS).has(kind))
      throw new Error(`nobody offers "${kind}" to ${NOTICE_KINDS.name}, so it cannot be told`)
    const others = [...new Set(to)].filter((id) => who.kind !== 'admin' || id !== who.id)
    if (others.length === 0) return
    // Held, so that nobody deletes an account between this and the notice to it.
    const there = await tx.query(account).whereIn('id', others).where('enabled', true).orderBy('id').forKeyShare()
    const told = await tx.rows<{ id: number; account_id: number }>(sql`
      insert into notice (account_id, kind, subject, subject_id, who, params, dedupe_key)
      select x, ${kind}, ${about?.subject ?? null}, ${about?.subject_id ?? null}::bigint, ${getName(who)}, ${JSON.stringify(params)}::jsonb, ${key ?? null}
      from unnest(${there.map(({ id }) => id)}::bigint[]) x
      on conflict (account_id, kind, dedupe_key) do nothing returning id, account_id`)
    const requested = await tx.rows<{ account_id: number }>(
      sql`select account_id from notice_mail where account_id = any(${told.map((one) => one.account_id)}::bigint[])`,
    )
    for (const { id, account_id } of told) if (requested.some((one) => one.account_id === account_id)) tx.enqueue(NOTICE_MAIL, { id })
  },
  async withdraw(tx, kind, key) {
    await tx.run(sql`delete from notice where kind = ${kind} and dedupe_key = ${key} and read_at is null`)
  },
})
