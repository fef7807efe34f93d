import { basic, f, validationError, sql, type Sql, message, validator } from 'stoa'
import { type Audience, type Channel, getChosenIds } from 'stoa/plugins/people'

/** Orders that were paid and not fully refunded. */
const hasPaidSql = sql`o.paid_minor > o.refunded_minor`

const channelAddressSql = (channel: Channel): Sql =>
  channel === 'sms'
    ? sql`nullif(coalesce(o.country_code, '') || regexp_replace(coalesce(o.phone, ''), '[^0-9]', '', 'g'), '')`
    : sql`o.email`

const isDay = validator(f.date())

/** Buyers of anything or of some products, at any time or since a day. */
export const buyerAudience: Audience = {
  title: 'sales:audience.buyers',
  needs: 'get order',
  inputs: {
    products: { kind: 'rows', of: 'product', label: 'sales:audience.products', optional: true },
    since: { kind: 'day', label: 'sales:audience.since', optional: true },
  },
  peopleSql({ kernel }, _db, inputs, channel) {
    const ids = getChosenIds(inputs, 'products')
    const since = inputs.since === undefined || inputs.since === null || inputs.since === '' ? null : String(inputs.since)
    if (since !== null && !isDay(since)) throw validationError({ audience: message('core:rule.date') })
    const zone = kernel.settings.of(basic).time_zone
    const addressSql = sql`coalesce(${channelAddressSql(channel)}, o.email)`
    // The newest order of an address gives the name and the language.
    return sql`select distinct on (${addressSql}) o.person_id, null::bigint as contact_id, ${channelAddressSql(channel)} as address, o.language,
        o.first_name, o.last_name, ''::text as company
      from sales_order o where ${hasPaidSql} and (${since}::date is null or o.placed_at >= ${since}::date::timestamp at time zone ${zone})
        and (${ids ?? null}::bigint[] is null or exists (select from order_line l where l.order_id = o.id and l.product_id = any(${ids ?? null}::bigint[])))
      order by ${addressSql}, o.id desc`
  },
  // Imported orders do not count as activity in this shop.
  recentBuyersSql: (channel) =>
    sql`select ${
      channel === 'sms' ? channelAddressSql('sms') : sql`lower(normalize(trim(o.email), NFC))`
    } as address_norm from sales_order o where ${hasPaidSql} and o.imported_from is null and o.placed_at > now() - interval '24 months'`,
}
