import { type Ctx, type Kernel, localizedSql, sql } from 'stoa'
import { CONSENT } from './consent.ts'
import { type Channel, consentSql } from './consent-sql.ts'
import type { SubscriptionView } from '../api-types.ts'

/** A channel and topic a person can accept or refuse. */
type Preference = NonNullable<SubscriptionView['preferences']>[number]

/** Channels of the owner of an address: the address itself, and the verified phone number of its account. */
async function findAddresses(kernel: Kernel, channel: Channel, address: string): Promise<Partial<Record<Channel, string>>> {
  if (channel === 'sms') return { sms: address }
  const row = await kernel.db.one<{ phone: string | null }>(sql`select phone_norm as phone from customer
    where email = ${address} and phone_verified_at is not null`)
  return { email: address, ...(row?.phone ? { sms: row.phone } : {}) }
}

/** All preferences of the owner of an address, with their current state. */
export async function readPreferences({ kernel, language, mainLanguage }: Ctx, channel: Channel, address: string): Promise<Preference[]> {
  const found: Preference[] = []
  for (const [way, to] of Object.entries(await findAddresses(kernel, channel, address)) as [Channel, string][])
    found.push(
      ...(await kernel.db.rows<Preference>(sql`
        select ${way}::text as channel, t.key as topic, ${localizedSql(sql`t.title`, language, mainLanguage)} as title,
          coalesce(${localizedSql(sql`t.description`, language, mainLanguage)}, '') as description,
          coalesce(${consentSql(sql`${to}::text`, { channel: sql`${way}::text`, topic: sql`t.key` })} = 'subscribed', false) as subscribed
        from topic t order by t.id`)),
    )
  return found
}

/** Records the preferences that changed. */
export async function savePreferences(
  ctx: Ctx,
  recipient: { channel: Channel; address: string; ref: string },
  choices: readonly { channel: Channel; topic: string; subscribed: boolean }[],
): Promise<void> {
  const { kernel, actor } = ctx
  const before = await readPreferences(ctx, recipient.channel, recipient.address)
  const addresses = await findAddresses(kernel, recipient.channel, recipient.address)
  await kernel.transaction(async (tx) => {
    for (const { channel, topic, subscribed } of choices) {
      const current = before.find((preference) => preference.channel === channel && preference.topic === topic)
      const address = addresses[channel]
      if (!current || address === undefined || current.subscribed === subscribed) continue
      const state = subscribed ? 'subscribed' : 'unsubscribed'
      await kernel
        .get(CONSENT)
        .recordChange(tx, { address, channel, topic, state, reason: 'user', source: 'preferences', actor, ref: recipient.ref })
    }
  })
}
