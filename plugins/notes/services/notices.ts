import { Type } from '@sinclair/typebox'
import { account, type Actor, defineJob, type Kernel, extensionPoint, sql, t, token, type Tx } from 'stoa'
import type { Subject } from './subjects.ts'

/** A type of notification. */
export interface NoticeKind {
  /** Message key, such as `approvals:notice.asked`. Its parameters are `who`, `subject` (name of the row) and `params`. */
  text: string
}

export const NOTICE_KINDS = extensionPoint<NoticeKind>('notes/notices', {
  description: 'types of notifications to staff',
  schema: Type.Object({ text: Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' }) }),
})

/** Input of a notification. */
export interface NoticeInput {
  /** Name of the type in `NOTICE_KINDS`. */
  kind: string
  /** Recipient accounts. The actor and disabled or deleted accounts are left out. */
  to: readonly number[]
  about?: Subject
  actor: Actor
  /** Parameters of the message. Every recipient must be allowed to see them. */
  params?: Readonly<Record<string, string | number>>
  /** Idempotency key per recipient. */
  key?: string
}

/** Service for notifications to staff. They are created with the commit of `tx`. */
export interface Notices {
  notify(tx: Tx, telling: NoticeInput): Promise<void>
  /** Deletes unread notifications. */
  withdraw(tx: Tx, kind: string, key: string): Promise<void>
}

export const NOTICES = token<Notices>('notes/notices')

/** Sends a notification by e-mail to recipients who want that. */
export const NOTICE_MAIL = defineJob({ name: 'notes/mail', payload: { id: t.id() }, key: ({ id }) => `notice ${id}` })

const getName = (actor: Actor): string => ('name' in actor ? actor.name : '')

export const notices = (kernel: Kernel): Notices => ({
  async notify(tx, { kind, to, about, actor, params = {}, key }) {
    if (!kernel.contributions(NOTICE_KINDS).has(kind)) throw new Error(`no plugin contributes "${kind}" to ${NOTICE_KINDS.name}`)
    const others = [...new Set(to)].filter((id) => actor.kind !== 'admin' || id !== actor.id)
    if (others.length === 0) return
    // Row lock, so that no account is deleted before its notification is stored.
    const there = await tx.query(account).whereIn('id', others).where('enabled', true).orderBy('id').forKeyShare()
    const createdNotices = await tx.rows<{ id: number; account_id: number }>(sql`
      insert into notice (account_id, kind, subject, subject_id, who, params, dedupe_key)
      select x, ${kind}, ${about?.subject ?? null}, ${about?.subject_id ?? null}::bigint, ${getName(actor)}, ${JSON.stringify(params)}::jsonb, ${key ?? null}
      from unnest(${there.map(({ id }) => id)}::bigint[]) x
      on conflict (account_id, kind, dedupe_key) do nothing returning id, account_id`)
    const requested = await tx.rows<{ account_id: number }>(
      sql`select account_id from notice_mail where account_id = any(${createdNotices.map((notice) => notice.account_id)}::bigint[])`,
    )
    for (const { id, account_id } of createdNotices)
      if (requested.some((request) => request.account_id === account_id)) tx.enqueue(NOTICE_MAIL, { id })
  },
  async withdraw(tx, kind, key) {
    await tx.run(sql`delete from notice where kind = ${kind} and dedupe_key = ${key} and read_at is null`)
  },
})
