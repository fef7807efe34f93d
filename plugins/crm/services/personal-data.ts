import { type Db, sql, type Sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { PersonalDataHandler } from 'stoa/plugins/people'

const any = (ids: readonly number[] = []) => sql`any(${[...ids]}::bigint[])`

const findIds = async (db: Db, query: Sql): Promise<number[]> => (await db.rows<{ id: number }>(query)).map(({ id }) => id)

/** Exports and erases contacts and their leads. Amounts stay for the statistics, without the person. */
export const contactPersonalData: PersonalDataHandler = {
  tables: {
    crm_contact: true,
    crm_lead: true,
    crm_reminder: true,
    crm_stage_move: true,
    crm_contact_merge: true,
    crm_group_member: true,
    crm_contact_tag: true,
    crm_lead_tag: 'tags of leads, which are anonymized',
  },
  needs: 'get contact & get lead',
  async findOwnedRows(db, { persons, emails, phones }) {
    const ownedContacts = await db.rows<{ id: number }>(sql`
      with recursive own as (
        select id from crm_contact where person_id = ${any(persons)} or email = any(${[...emails]})
          or (person_id is null and phone_norm = any(${[...phones]}))
        union select c.id from crm_contact c join own o on c.merged_into_id = o.id)
      select id from own order by id`)
    const contacts = ownedContacts.map(({ id }) => id)
    const leads = await db.rows<{ id: number }>(sql`select id from crm_lead where contact_id = ${any(contacts)} order by id`)
    return { contact: contacts, lead: leads.map(({ id }) => id) }
  },
  async exportData(ctx, { rows }, requester) {
    const { db, registry } = ctx.kernel
    // Staff see only the rows in their scope. A data subject gets all of them.
    const selectVisible = async (name: 'contact' | 'lead', table: Sql): Promise<Sql> =>
      requester === 'person'
        ? any(rows[name])
        : any(
            await findIds(
              db,
              sql`select t.id from ${table} t where t.id = ${any(rows[name])} and ${scopeSql(ctx, registry.resource(name))}`,
            ),
          )
    const [contacts, leads] = await Promise.all([selectVisible('contact', sql`crm_contact`), selectVisible('lead', sql`crm_lead`)])
    const ownContacts =
      await db.rows(sql`select c.id, c.first_name, c.last_name, c.company, c.job_title, c.email, c.country_code, c.phone, c.gender, c.birthday,
        c.country, c.address, c.spoken_language, c.source, c.ext, c.created_at,
        (select coalesce(jsonb_agg(t.name order by t.name), '[]') from crm_contact_tag x join crm_tag t on t.id = x.tag_id where x.contact_id = c.id) as tags
      from crm_contact c where c.id = ${contacts} order by c.id`)
    // Internal notes and expected amounts are exported for staff only.
    const enquiries = await db.rows(sql`select enquiry, created_at from crm_lead where id = ${leads} and enquiry <> '' order by id`)
    if (requester === 'person') return { contacts: ownContacts, enquiries }
    return {
      contacts: ownContacts,
      enquiries,
      remarks: await db.rows(sql`select id, remark from crm_contact where id = ${contacts} and remark <> '' order by id`),
      leads:
        await db.rows(sql`select number, title, amount_minor, source, source_detail, status, lost_reason, lost_note, created_at, closed_at
        from crm_lead where id = ${leads} order by id`),
      reminders: await db.rows(
        sql`select text, remind_at, done from crm_reminder where contact_id = ${contacts} or lead_id = ${leads} order by id`,
      ),
    }
  },
  async eraseData(tx, _ctx, { rows }) {
    const contacts = any(rows.contact)
    // The erased person stays linked to the emptied row, because the index keeps persons apart. A repeated erasure finds the row by it.
    await tx.run(sql`update crm_contact set name = '#' || id, first_name = '', last_name = '', company = '', job_title = '', email = null, country_code = null,
      phone = null, phone_norm = null, gender = null, birthday = null, country = null, address = '', spoken_language = null, remark = '', ext = '{}',
      version = version + 1, updated_at = now() where id = ${contacts}`)
    await tx.run(sql`delete from crm_group_member where contact_id = ${contacts}`)
    await tx.run(sql`delete from crm_contact_tag where contact_id = ${contacts}`)
    await tx.run(sql`delete from crm_contact_merge where survivor_id = ${contacts} or loser_id = ${contacts}`)
    await tx.run(sql`delete from crm_reminder where contact_id = ${contacts} or lead_id = ${any(rows.lead)}`)
    await tx.run(sql`update crm_lead set title = number, source_detail = '', lost_note = '', enquiry = '', ext = '{}', version = version + 1, updated_at = now()
      where id = ${any(rows.lead)}`)
    await tx.run(sql`update crm_stage_move set note = '' where lead_id = ${any(rows.lead)}`)
    for (const resource of ['contact', 'lead']) tx.invalidate(resource)
  },
  eraseAuditOf: ['contact', 'lead'],
}
