import { defineRecord, validationError, sql, message, type Tx } from 'stoa'
import { type ConsentTopic, EVERY_TOPIC } from '../services/consent-sql.ts'
import { consentColumns } from './consent-columns.ts'
import { visiblePersonScope } from '../services/person-roles.ts'
import { getAddress, getChannel, rejectConflicting, applyLatestConsent } from '../services/imported-consent.ts'
import { type ConsentState, findAddressOwner } from '../services/consent.ts'
import { timeline } from '../services/timeline.ts'

/**
 * Consent of an address with time and source. Rows are append-only: added by the persons, the product, staff, and
 * imports, which never reverse a refusal. The newest row of an address, channel and topic counts.
 */
export const consentRecord = defineRecord({
  ...consentColumns,
  events: ['consent.changed'],
  label: 'address_norm',
  sortBy: '-id',
  verbs: ['get', 'create', 'import', 'export'],
  audit: false,
  listStamps: false,
  fresh: ['export'],
  // An erased address is stored as a hash only, which is not listed.
  where: sql`t.address_norm not like 'sha256:%'`,
  scope: visiblePersonScope,
  // Exports the current state of an address. An outdated refusal would override later consent on import.
  transfer: {
    where: sql`not exists (select from consent later where later.address_norm = t.address_norm and later.channel = t.channel
      and later.topic = t.topic and later.id > t.id)`,
  },
  sheet: { key: ['address_norm', 'topic', 'at'] },
  hooks: {
    beforeValidate: async ({ ctx, tx, input, source }) => {
      if (!input.address_norm) return
      const channel = getChannel(input.address_norm)
      const address_norm = getAddress(input.address_norm)
      const noted =
        source === 'import' ? { reason: 'import' } : { reason: 'admin', noted_by: 'name' in ctx.actor ? ctx.actor.name : ctx.actor.kind }
      Object.assign(input, { address_norm, channel, ...noted, person_id: (await findAddressOwner(tx, channel, address_norm)) ?? null })
    },
    validate: async ({ tx, input, old, source }) => {
      const { address_norm, channel, topic, state, at } = input
      // Existing rows are immutable.
      if (old || !address_norm || !channel || !topic || !state || !at)
        throw validationError({ state: message('people:error.consent_said') })
      if (topic !== EVERY_TOPIC) await requireTopic(tx, topic)
      await rejectConflicting(tx, { address_norm, channel, topic, state, at }, source === 'import' ? 'import' : 'admin')
    },
    afterSave: async ({ ctx, tx, id, source }) => {
      const row = await tx.one<ConsentTopic & { address_norm: string; state: ConsentState; person_id: number | null }>(
        sql`select address_norm, channel, topic, state, person_id from consent where id = ${id}`,
      )
      if (!row) return
      await applyLatestConsent(tx, row)
      if (source === 'import' || row.person_id === null) return
      const { actor, kernel } = ctx
      await timeline(kernel).record(tx, { personId: row.person_id, what: row.state, actor, dedupeKey: `consent ${id}` })
    },
    afterDelete: ({ tx, row }) => applyLatestConsent(tx, row),
  },
})

/** @throws AppError INVALID with the list of topics */
async function requireTopic(tx: Tx, topic: string): Promise<void> {
  const topics = (await tx.rows<{ key: string }>(sql`select key from topic order by id`)).map(({ key }) => key)
  if (!topics.includes(topic)) throw validationError({ topic: message('people:error.consent_topic', { topic, topics: topics.join(', ') }) })
}
