import { closeSessions, type Ctx, type Db, sql, type Sql, type Tx } from 'stoa'
import { hashAddress, type Channel, EVERY_TOPIC } from './consent-sql.ts'
import { normalizeEmail } from './sign-in-rules.ts'
import { visibleEntriesSql } from './timeline.ts'
import type { Requester, PersonalDataHandler, DataSubject } from './personal-data-handler.ts'
import { consentColumns } from '../resources/consent-columns.ts'

const anyIdSql = (ids: readonly number[] = []): Sql => sql`any(${[...ids]}::bigint[])`

/** SQL: e-mails to a person, e-mails about their rows, and incoming notifications about their address. */
const ownEmailsSql = (
  subject: DataSubject,
): Sql => sql`(recipient = any(${[...subject.emails]}) or id = ${anyIdSql(subject.rows.mail)} or exists (
  select from unnest(${[...subject.emails]}::text[]) e where strpos(lower(subject || ' ' || text_body), e) > 0))`

async function exportPersonData(ctx: Ctx, subject: DataSubject, requester: Requester): Promise<Record<string, unknown>> {
  const { db } = ctx.kernel
  const visibleSql = requester === 'staff' ? await visibleEntriesSql(ctx, subject.persons) : sql`t.visibility = 'person'`
  const rows = (query: Sql) => db.rows<Record<string, unknown>>(query)
  const ofCustomerSql = sql`customer_id = ${anyIdSql(subject.customers)}`
  const ofPersonSql = sql`person_id = ${anyIdSql(subject.persons)}`
  return {
    persons: await rows(sql`select id, email, first_name, last_name, country_code, phone, ext, created_at, updated_at, erased_at
      from person where id = ${anyIdSql(subject.persons)} order by id`),
    accounts:
      await rows(sql`select c.id, c.email, c.pending_email, c.first_name, c.last_name, c.country_code, c.phone, c.gender, c.birthday, c.language,
        c.is_subscribe, c.enabled, c.email_verified_at, c.phone_verified_at, g.name as customer_group, c.ext, c.created_at, c.updated_at
      from customer c left join customer_group g on g.id = c.group_id where c.id = ${anyIdSql(subject.customers)} order by c.id`),
    addresses: await rows(sql`select first_name, last_name, country, contact_number, address, default_billing, default_shipping, created_at
      from customer_address where ${ofCustomerSql} order by id`),
    identities: await rows(sql`select kind, value_norm as value, verified_at, created_at from person_identity
      where ${ofPersonSql} order by id`),
    social_logins: await rows(sql`select provider, subject, created_at from customer_social where ${ofCustomerSql} order by id`),
    sessions: await rows(sql`select browser, network, created_at, last_seen_at, expires_at from session
      where kind = 'user' and subject_id = ${anyIdSql(subject.customers)} order by id`),
    consents: await rows(sql`select address_norm as address, channel, topic, state, reason, source, at from consent
      where ${ofPersonSql} or address_norm = any(${[...subject.emails, ...subject.phones]}) order by id`),
    history: await rows(sql`select occurred_at, type, summary, amount_minor, currency from timeline_activity t
      where (${ofPersonSql} or person_id in (select person_id from customer where id = ${anyIdSql(subject.customers)})
        and (subject_type, subject_id) in (${subjectRowsSql(subject)})) and ${visibleSql} order by occurred_at, id`),
    mails: await rows(
      sql`select recipient, subject, text_body as text, created_at, sent_at from mail where ${
        requester === 'staff' ? ownEmailsSql(subject) : sql`recipient = any(${[...subject.emails]})`
      } order by id`,
    ),
    messages: await rows(
      sql`select recipient, body, created_at, sent_at from sms_message where recipient = any(${[...subject.phones]}) order by id`,
    ),
  }
}

/** SQL: rows of a person as pairs of resource and id; matches nothing if there are none. */
function subjectRowsSql({ rows }: DataSubject): Sql {
  const pairs = Object.entries(rows).flatMap(([resource, ids]) => ids.map((id) => ({ resource, id })))
  return sql`select x.resource, x.id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x(resource text, id bigint)`
}

async function erasePersonData(tx: Tx, _ctx: Ctx, subject: DataSubject): Promise<void> {
  const { emails, phones } = subject
  const persons = anyIdSql(subject.persons)
  await tx.run(sql`update person set email = null, first_name = '', last_name = '', country_code = null, phone = null, ext = '{}',
    erased_at = coalesce(erased_at, now()), updated_at = now() where id = ${persons}`)
  await tx.run(sql`delete from person_identity where person_id = ${persons}`)
  await tx.run(
    sql`delete from consent where (address_norm = any(${[...emails, ...phones]}) or person_id = ${persons}) and address_norm not like 'sha256:%'`,
  )
  await suppressAllTopics(tx, subject, 'email', subject.addressHashes)
  await suppressAllTopics(tx, subject, 'sms', phones.map(hashAddress))
  await tx.run(sql`delete from timeline_activity where person_id = ${persons}`)
  await tx.run(sql`update customer set email = 'erased-' || id || '@erased.invalid', first_name = '', last_name = '', country_code = null, phone = null,
    gender = null, birthday = null, is_subscribe = false, enabled = false, pending_email = null, password_hash = null, email_verified_at = null,
    phone_verified_at = null, group_id = null, ext = '{}', version = version + 1, updated_at = now() where id = ${anyIdSql(subject.customers)}`)
  for (const table of [sql`customer_address`, sql`customer_link`, sql`customer_social`])
    await tx.run(sql`delete from ${table} where customer_id = ${anyIdSql(subject.customers)}`)
  for (const id of subject.customers) await closeSessions(tx, 'user', id)
  await eraseEmails(tx, subject)
  tx.invalidate('sms_message')
  tx.invalidate('consent')
  await tx.run(sql`delete from sms_message where recipient = any(${[...phones]})`)
  await tx.run(sql`delete from one_time_code where phone = any(${[...phones]})`)
}

/** Suppresses all topics of an erased person; no import reverses it. */
const suppressAllTopics = (tx: Tx, subject: DataSubject, channel: Channel, addresses: readonly string[]) =>
  tx.run(
    tx.insertSql(
      consentColumns,
      {
        person_id: subject.persons[0] ?? null,
        address_norm: sql`address`,
        channel,
        topic: EVERY_TOPIC,
        state: 'suppressed',
        reason: 'erase',
        source: 'erase',
      },
      sql`unnest(${[...addresses]}::text[]) address
        where not exists (select from consent c where c.address_norm = address and c.channel = ${channel} and c.topic = ${EVERY_TOPIC} and c.reason = 'erase')`,
    ),
  )

const eraseEmails = (db: Db, subject: DataSubject) =>
  db.run(sql`delete from mail where ${ownEmailsSql({ ...subject, emails: subject.emails.map(normalizeEmail) })}`)

/** Personal data of this plugin, and in kernel tables that no other plugin handles. */
export const ownPersonalData: PersonalDataHandler = {
  tables: {
    person: true,
    person_identity: true,
    consent: true,
    timeline_activity: true,
    customer: true,
    customer_address: true,
    customer_link: true,
    customer_social: true,
    one_time_code: true,
    sms_message: true,
    mail: true,
    mail_attachment: true,
    session: true,
    audit_log: true,
    status_history: true,
    file: 'deleted with the row that refers to it',
    password_reset: 'password links of staff, expire after 30 minutes',
    idempotency_key: 'stored responses for repeated requests, deleted after one day',
    rate_limit: 'rate limit counters, deleted when they expire',
    event_due: 'queued events, deleted after delivery',
  },
  exportData: exportPersonData,
  eraseData: erasePersonData,
  eraseAuditOf: ['person', 'customer'],
}
