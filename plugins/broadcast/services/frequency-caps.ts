import { join, type Kernel, sql, type Sql } from 'stoa'
import { broadcasting } from '../settings.ts'

/** Frequency caps: at most this many messages in this many days. */
const getFrequencyCaps = (kernel: Kernel): [most: number, days: number][] => {
  const { cap_day, cap_week, cap_month } = kernel.settings.of(broadcasting)
  return (
    [
      [cap_day, 1],
      [cap_week, 7],
      [cap_month, 30],
    ] as [number, number][]
  ).filter(([most]) => most > 0)
}

interface RecipientColumns {
  channel: Sql
  address: Sql
  person: Sql
  /** The recipient row that is being checked; it does not count. */
  except?: Sql
}

/** Whether a person has reached the frequency cap of a channel, over all broadcasts. */
export function isOverCap(kernel: Kernel, { channel, address, person, except = sql`0` }: RecipientColumns): Sql {
  const caps = getFrequencyCaps(kernel)
  if (caps.length === 0) return sql`false`
  const countReceivedSql = (
    days: number,
  ) => sql`(select count(*) from broadcast_recipient h where h.claimed_at > now() - make_interval(days => ${days})
    and h.channel = ${channel} and (h.status in ('process', 'sent') or (h.status = 'abnormal' and h.reason = 'unknown')) and h.id <> ${except}
    and (h.address_norm = ${address} or h.person_id = ${person}))`
  return sql`(${join(
    caps.map(([most, days]) => sql`${countReceivedSql(days)} >= ${most}`),
    ' or ',
  )})`
}
