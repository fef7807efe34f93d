import { sql, type Sql } from 'stoa'
import type { PersonalDataHandler, DataSubject } from 'stoa/plugins/people'

/** Condition for the recipients of a data subject: by record, by e-mail address and by phone number. */
const recipientsOfSubjectSql = ({ persons, emails, phones }: DataSubject): Sql =>
  sql`(r.person_id = any(${[...persons]}::bigint[]) or r.address_norm = any(${[...emails, ...phones]}))`

/** Exports and erases the messages a person got and their opens and clicks. The counts of the broadcast stay. */
export const recipientPersonalData: PersonalDataHandler = {
  tables: {
    broadcast_recipient: true,
    broadcast_event: true,
    broadcast: 'messages of the business, without recipients',
    broadcast_link: 'addresses of the links in e-mails',
  },
  needs: 'get broadcast recipient',
  async findOwnedRows(db, subject) {
    const rows = await db.rows<{ id: number }>(
      sql`select r.id from broadcast_recipient r where ${recipientsOfSubjectSql(subject)} order by r.id`,
    )
    return { broadcast_recipient: rows.map(({ id }) => id) }
  },
  exportData: async ({ kernel: { db } }, { rows }) => ({
    broadcasts:
      await db.rows(sql`select b.title, r.channel, r.address_norm as address, r.name, r.language, r.status, r.reason, r.sent_at, r.created_at,
        (select coalesce(jsonb_agg(jsonb_build_object('type', e.type, 'at', e.at, 'link', l.url) order by e.id), '[]')
          from broadcast_event e left join broadcast_link l on l.id = e.link_id where e.recipient_id = r.id) as events
      from broadcast_recipient r join broadcast b on b.id = r.broadcast_id
      where r.id = any(${[...(rows.broadcast_recipient ?? [])]}::bigint[]) order by r.id`),
  }),
  async eraseData(tx, _ctx, { rows }) {
    const ids = sql`any(${[...(rows.broadcast_recipient ?? [])]}::bigint[])`
    // A recipient is canceled unless a provider may have the message already.
    await tx.run(sql`update broadcast_recipient set
      status = case when status = 'pending' or (status = 'process' and handed_at is null) then 'canceled' else status end,
      person_id = null, contact_id = null, address_norm = 'erased-' || id || '@erased.invalid', name = '', merge_data = '{}', error = '',
      provider_id = '', updated_at = now() where id = ${ids}`)
    await tx.run(sql`update broadcast_event set meta = '{}' where recipient_id = ${ids}`)
    tx.invalidate('broadcast_recipient')
  },
  eraseAuditOf: ['broadcast_recipient'],
}
