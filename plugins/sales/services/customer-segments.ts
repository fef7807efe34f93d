import { addDays, type Period, sql, type Sql } from 'stoa'
import { orderSums, readSumsSql } from './summed-days.ts'

/** SQL: score from 1 to 5 of a value among those of all customers: its fifth. Equal values have the score of their middle. */
const scoreSql = (value: Sql): Sql =>
  sql`1 + least(4, floor(5 * (percent_rank() over (order by ${value}) + cume_dist() over (order by ${value})) / 2))::int`

/**
 * SQL: the segment of each person by recency, frequency and net amount (RFM) of their orders in the year that ends with a period, or in the
 * period if it is longer. Columns: `person_id`, `segment`. The last grouping tells the planner that a person occurs once, so that it leaves out
 * what a report does not ask for.
 */
export const segmentsSql = ({ from, to }: Period): Sql => {
  const yearBefore = addDays(to, -364)
  return sql`
  select person_id, min(case
      when recency >= 4 then case when frequency + amount >= 8 then 'champion' when frequency + amount >= 6 then 'loyal' else 'promising' end
      when recency = 3 then case when frequency + amount >= 6 then 'loyal' else 'attention' end
      when frequency + amount >= 6 then 'at_risk' else 'dormant' end) as segment
  from (
    select b.person_id, ${scoreSql(sql`b.last_day`)} as recency, ${scoreSql(sql`b.orders`)} as frequency, ${scoreSql(sql`b.net`)} as amount
    from (
      select s.person_id, max(s.day) filter (where s.orders > 0) as last_day, sum(s.orders) as orders, sum(s.net_after_refunds) as net
      from (${readSumsSql(orderSums, { from: from < yearBefore ? from : yearBefore, to })}) s
      where s.person_id is not null group by s.person_id having sum(s.orders) > 0
    ) b
  ) scored group by person_id`
}
