import { type Ctx, validationError, recordAudit, sql, message, type Tx } from 'stoa'
import { CONSENT, type ConsentState } from './consent.ts'
import { type Channel, EVERY_TOPIC } from './consent-sql.ts'
import { timeline } from './timeline.ts'

interface Identity {
  id: number
  kind: string
  value_norm: string
  verified_at: string | null
}

const readIdentities = (tx: Tx, person: number) =>
  tx.rows<Identity>(sql`select id, kind, value_norm, verified_at from person_identity where person_id = ${person} order by id`)

/**
 * Merges two records of one person. The survivor keeps its id and gets the other's data; the other record stays and
 * points to it. For consent the stricter state counts. Plugins move their rows on `person.merged`.
 * @throws AppError INVALID at `other_id`
 */
export async function mergePersons(tx: Tx, ctx: Ctx, survivor: number, loser: number): Promise<void> {
  if (survivor === loser) throw validationError({ other_id: message('people:error.merge_self') })
  const both = await tx.rows<{ id: number; merged_into_id: number | null; erased_at: string | null; email: string | null }>(
    sql`select id, merged_into_id, erased_at, email from person where id = any(${[survivor, loser]}) order by id for update`,
  )
  if (both.length < 2 || both.some((person) => person.merged_into_id !== null || person.erased_at !== null))
    throw validationError({ other_id: message('core:rule.not_exists') })
  const moved = {
    email: both.find((person) => person.id === loser)?.email ?? null,
    identities: await readIdentities(tx, loser),
    customers: (await tx.rows<{ id: number }>(sql`select id from customer where person_id = ${loser} order by id for update`)).map(
      (row) => row.id,
    ),
  }
  await tx.run(sql`delete from person_identity l using person_identity s where l.person_id = ${loser} and s.person_id = ${survivor}
    and s.kind = l.kind and s.value_norm = l.value_norm and (s.verified_at is not null or l.verified_at is null)`)
  await tx.run(sql`delete from person_identity s using person_identity l where l.person_id = ${loser} and s.person_id = ${survivor}
    and s.kind = l.kind and s.value_norm = l.value_norm`)
  await tx.run(sql`update person_identity set person_id = ${survivor} where person_id = ${loser}`)
  await tx.run(sql`update consent set person_id = ${survivor} where person_id = ${loser}`)
  await tx.run(sql`update customer set person_id = ${survivor}, updated_at = now() where person_id = ${loser}`)
  await tx.run(sql`update timeline_activity set person_id = ${survivor} where person_id = ${loser}`)
  await tx.run(sql`update person set merged_into_id = ${survivor} where merged_into_id = ${loser}`)
  await tx.run(sql`update person set merged_into_id = ${survivor}, email = null, updated_at = now() where id = ${loser}`)
  await tx.run(sql`update person s set phone = coalesce(s.phone, l.phone), country_code = coalesce(s.country_code, l.country_code),
      email = coalesce(s.email, ${moved.email}), updated_at = now() from person l where s.id = ${survivor} and l.id = ${loser}`)
  await applyStrictestConsent(tx, ctx, survivor)
  await timeline(ctx.kernel).record(tx, {
    personId: survivor,
    what: 'merged',
    params: { id: loser },
    actor: ctx.actor,
    dedupeKey: `merged ${loser}`,
  })
  await recordAudit(tx, ctx, {
    resource: 'person',
    rowId: survivor,
    verb: 'merge',
    changes: [{ field: 'merged', old: { id: loser, ...moved }, new: survivor }],
  })
  tx.emit('person.merged', { survivorId: survivor, loserId: loser }, { type: 'person', id: survivor })
  tx.invalidate('person')
  tx.invalidate('customer')
}

/** A refusal under one address applies to the person's other addresses too, by topic and channel. */
async function applyStrictestConsent(tx: Tx, ctx: Ctx, person: number): Promise<void> {
  const consents = await tx.rows<{ address_norm: string; channel: Channel; topic: string; state: ConsentState }>(sql`
    select distinct on (channel, topic, address_norm) address_norm, channel, topic, state from consent where person_id = ${person}
    order by channel, topic, address_norm, id desc`)
  for (const consent of consents) {
    if (consent.state !== 'subscribed') continue
    const isRefused = consents.some(
      ({ channel, topic, state }) =>
        channel === consent.channel &&
        state !== 'subscribed' &&
        (topic === consent.topic || topic === EVERY_TOPIC || consent.topic === EVERY_TOPIC),
    )
    if (!isRefused) continue
    await ctx.kernel.get(CONSENT).recordChange(tx, {
      address: consent.address_norm,
      channel: consent.channel,
      topic: consent.topic,
      state: 'unsubscribed',
      reason: 'merge',
      source: 'merge',
      actor: ctx.actor,
      personId: person,
    })
  }
}
