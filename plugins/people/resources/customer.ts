import {
  toLocale,
  basic,
  closeSessions,
  type Ctx,
  defineResource,
  f,
  hashPassword,
  validationError,
  type SavedRecord,
  sql,
  type Sql,
  message,
  type Tx,
} from 'stoa'
import { splitInternational } from '../domain/calling-codes.ts'
import { assertPhoneFree } from '../services/accounts.ts'
import { CONSENT } from '../services/consent.ts'
import { consentSql, NEWS } from '../services/consent-sql.ts'
import { findOrCreatePerson } from '../services/directory.ts'
import { sendInvitation } from '../services/reset.ts'
import { normalizePhone } from '../services/sign-in-rules.ts'
import { timeline } from '../services/timeline.ts'

const fields = {
  name: f.maybe(f.text({ readOnly: true, list: true, sort: true, form: false, sheet: false })),
  first_name: f.text({ sort: true, search: 'last_name' }),
  last_name: f.text({ sort: true }),
  email: f.email({ unique: true, list: true, sort: true, search: true }),
  country_code: f.maybe(f.text({ maxLength: 4 })),
  phone: f.maybe(f.phone({ list: true, search: true })),
  gender: f.maybe(f.pick(['female', 'male'])),
  birthday: f.maybe(f.date()),
  password: f.maybe(f.password()),
  enabled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
  group_id: f.maybe(f.one('customer_group', { list: true, filter: true, batch: true, creatable: true, group: 'side' })),
  is_subscribe: f.flag({ default: true, filter: true, group: 'side' }),
  email_verified_at: f.maybe(f.instant({ readOnly: true, group: 'side' })),
  phone_verified_at: f.maybe(f.instant({ readOnly: true, group: 'side' })),
  person_id: f.maybe(f.one('person', { readOnly: true, group: 'side', sheet: false })),
}

/** A customer account of the shop. */
export const customer = defineResource({
  name: 'customer',
  path: 'customer/list',
  label: 'name',
  match: 'email',
  locked: true,
  fresh: ['export'],
  // Consent is imported first with its dates, so that accounts add no new entries.
  transfer: { after: ['consent'] },
  fields,
  actions: {
    invite: {
      confirm: true,
      run: async ({ tx, ctx, row }) => {
        if (!row.enabled) throw validationError({ enabled: message('people:error.switched_off') })
        const found = await tx.one<{ language: string }>(sql`select language from customer where id = ${row.id}`)
        await sendInvitation(tx, ctx.kernel, { id: row.id, email: row.email, language: toLocale(found?.language, ctx.mainLanguage) })
      },
    },
  },
  hooks: {
    beforeValidate: async ({ tx, ctx, input, old, source }) => {
      completePhone(ctx, input, old, source === 'import')
      // An import never reverses an unsubscription.
      if (source !== 'import' || (old && input.is_subscribe === undefined)) return
      const consentState = await ctx.kernel.get(CONSENT).getState(tx, input.email ?? old?.email ?? '')
      if (consentState === 'unsubscribed' || consentState === 'suppressed') input.is_subscribe = false
    },
    validate: async ({ tx, input, old }) => {
      const phone = input.phone === undefined ? old?.phone : input.phone
      const code = input.country_code === undefined ? old?.country_code : input.country_code
      if (phone && !code) throw validationError({ country_code: message('people:error.country_code') })
      if (phone && code && (phone !== old?.phone || code !== old.country_code))
        await assertPhoneFree(tx, normalizePhone(code, phone), old?.id)
      if (!old) return
      // The old number or address was verified, not the new one.
      if (phone !== old.phone || code !== old.country_code)
        await tx.run(sql`update customer set phone_verified_at = null where id = ${old.id} and phone_verified_at is not null`)
      if (input.email !== undefined && input.email !== old.email)
        await tx.run(sql`update customer set email_verified_at = null, pending_email = null where id = ${old.id}`)
    },
    afterSave: async (saved) => {
      const { tx, id, input } = saved
      await linkPerson(saved)
      if (input.password) {
        await tx.run(sql`update customer set password_hash = ${await hashPassword(input.password)}, pending_email = null where id = ${id}`)
        await tx.run(sql`delete from customer_link where customer_id = ${id}`)
        await closeSessions(tx, 'user', id)
      }
      if (input.enabled === false) await closeSessions(tx, 'user', id)
    },
    afterDelete: async ({ tx, row }) => closeSessions(tx, 'user', row.id),
  },
})

/** A number that begins with + or 00 includes its country code; other imported numbers use the shop's country code. */
function completePhone(
  ctx: Ctx,
  input: { phone?: string | null | undefined; country_code?: string | null | undefined },
  old: { country_code: string | null } | null,
  isImport: boolean,
): void {
  if (!input.phone) return
  const whole = splitInternational(input.phone)
  if (whole) Object.assign(input, whole)
  else if (isImport && !input.country_code && !old?.country_code) input.country_code = ctx.kernel.settings.of(basic).default_country_code
}

/** System actors that act for the account holder. */
const SELF_SERVICE_ACTORS: ReadonlySet<string> = new Set(['register', 'profile'])

/**
 * The choice of a holder with an unverified address waits for verification; until then the account shows the recorded
 * consent of the address.
 */
async function storeNewsChoice(tx: Tx, id: number, { email, is_subscribe }: { email: string; is_subscribe: boolean }): Promise<void> {
  await tx.run(
    sql`update customer set news_choice = ${is_subscribe}, is_subscribe = coalesce(${newsConsentSql(email)} = 'subscribed', false) where id = ${id}`,
  )
}

/** SQL: the recorded consent of an address to e-mail with news. */
const newsConsentSql = (email: string): Sql =>
  consentSql(sql`${email}::text`, { channel: sql`${NEWS.channel}::text`, topic: sql`${NEWS.topic}::text` })

/** Links the account to a person and records its consent to news. */
async function linkPerson({ tx, ctx, id, old, input, source }: SavedRecord<typeof fields>): Promise<void> {
  if (old && input.is_subscribe === undefined && input.email === undefined) return
  const row = await tx.one<{
    email: string
    first_name: string
    last_name: string
    country_code: string | null
    phone: string | null
    is_subscribe: boolean
    email_verified_at: string | null
  }>(sql`select email, first_name, last_name, country_code, phone, is_subscribe, email_verified_at from customer where id = ${id}`)
  if (!row) return
  const isUnstated = !old && source === 'import' && input.is_subscribe === undefined
  if (!old) {
    const personId = await findOrCreatePerson(tx, row)
    const flag = isUnstated ? sql`, is_subscribe = coalesce(${newsConsentSql(row.email)} = 'subscribed', false)` : sql``
    await tx.run(sql`update customer set person_id = ${personId}${flag} where id = ${id}`)
    await timeline(ctx.kernel).record(tx, {
      personId,
      what: 'signed-up',
      subject: id,
      actor: ctx.actor.kind === 'system' ? { kind: 'customer', id } : ctx.actor,
      dedupeKey: `signed-up ${id}`,
    })
  }
  // An import without the column changes no consent.
  if (isUnstated || (old && input.is_subscribe === undefined)) return
  const { actor } = ctx
  if (SELF_SERVICE_ACTORS.has(actor.kind === 'system' ? actor.name : '') && row.email_verified_at === null)
    return storeNewsChoice(tx, id, row)
  await tx.run(sql`update customer set news_choice = null where id = ${id} and news_choice is not null`)
  const reason = source === 'import' ? 'import' : actor.kind === 'admin' ? 'admin' : 'user'
  const state = row.is_subscribe ? 'subscribed' : 'unsubscribed'
  await ctx.kernel
    .get(CONSENT)
    .recordChange(tx, { address: row.email, state, reason, source: actor.kind === 'system' ? actor.name : 'admin', actor })
}
