import { type Ctx, invalid, record, sql, text, type Tx } from '#core'
import { NOTES } from '../../notes/index.ts'
import { addressMark } from './consent.ts'
import { timeline } from './timeline.ts'

/**
 * Forgets somebody: name, addresses, numbers, accounts. Documents about money stay as the law wants them; plugins take the
 * person out of what is theirs when they hear of it. Of an address only a mark is kept, so that no import brings it back.
 * @throws Failed INVALID when the confirmation is not the person's number
 */
export async function erasePerson(tx: Tx, ctx: Ctx, id: number, confirmation: unknown): Promise<void> {
  if (String(confirmation ?? '').trim() !== String(id)) throw invalid({ confirmation: text('people:error.erase_confirm', { id }) })
  const person = await tx.one<{ erased_at: string | null }>(
    sql`select erased_at from person where id = ${id} and merged_into_id is null for update`,
  )
  if (!person || person.erased_at) throw invalid({ confirmation: text('core:rule.not_exists') })
  const customers = (await tx.rows<{ id: number }>(sql`select id from customer where person_id = ${id} order by id for update`)).map(
    (row) => row.id,
  )
  const values = await tx.rows<{ kind: string; value: string }>(sql`
    select kind, value_norm as value from person_identity where person_id = ${id}
    union select 'email', email from person where id = ${id} and email is not null
    union select 'email', email from customer where person_id = ${id}
    union select 'email', address_norm from consent where person_id = ${id} and address_norm not like 'sha256:%'
    union select 'phone', phone_norm from customer where person_id = ${id} and phone_norm is not null`)
  const emails = values.filter(({ kind }) => kind === 'email').map(({ value }) => value)
  const phones = values.filter(({ kind }) => kind === 'phone').map(({ value }) => value)

  await tx.run(sql`update person set email = null, first_name = '', last_name = '', country_code = null, phone = null, ext = '{}',
    erased_at = now(), updated_at = now() where id = ${id} or merged_into_id = ${id}`)
  await tx.run(sql`delete from person_identity where person_id = ${id}`)
  await tx.run(sql`delete from consent where address_norm = any(${emails}) or person_id = ${id}`)
  for (const email of emails)
    await tx.run(
      sql`insert into consent (person_id, address_norm, state, reason, source) values (${id}, ${addressMark(email)}, 'suppressed', 'erase', 'erase')`,
    )
  await tx.run(sql`delete from timeline_activity where person_id = ${id}`)
  await tx.run(sql`update customer set email = 'erased-' || id || '@erased.invalid', first_name = '', last_name = '', country_code = null, phone = null,
    gender = null, birthday = null, is_subscribe = false, enabled = false, pending_email = null, password_hash = null, email_verified_at = null,
    phone_verified_at = null, group_id = null, ext = '{}', version = version + 1, updated_at = now() where id = any(${customers}::bigint[])`)
  for (const table of [sql`customer_address`, sql`customer_link`, sql`customer_social`])
    await tx.run(sql`delete from ${table} where customer_id = any(${customers}::bigint[])`)
  await tx.run(sql`delete from session where kind = 'user' and subject_id = any(${customers}::bigint[])`)
  await tx.run(sql`delete from mail where recipient = any(${emails})`)
  await tx.run(sql`delete from sms_message where recipient = any(${phones})`)
  await tx.run(sql`delete from one_time_code where phone = any(${phones})`)
  await ctx.kernel.find(NOTES)?.forget(tx, 'customer', customers)
  // What was changed, when and by whom stays; what it said goes.
  const emptied = await tx.rows<{ id: number }>(sql`
    update audit_log set changes = '[]' where changes <> '[]' and ((resource = 'customer' and row_id = any(${customers}::bigint[]))
      or (resource = 'person' and row_id = ${id})) returning id`)

  await timeline(ctx.kernel).tell(tx, {
    personId: id,
    what: 'erased',
    actor: ctx.actor,
    dedupeKey: `erased ${id}`,
  })
  await record(tx, ctx, {
    resource: 'person',
    rowId: id,
    verb: 'erase',
    changes: [{ field: 'audit_log', old: null, new: emptied.map((line) => line.id) }],
  })
  tx.emit('person.erase', { personId: id, customerIds: customers }, { type: 'person', id })
  tx.touch('person')
  tx.touch('customer')
}
