import { type Kernel, sql } from 'stoa'

const numbers = async (kernel: Kernel, query: ReturnType<typeof sql>): Promise<string[]> =>
  (await kernel.db.rows<{ number: string }>(query)).map(({ number }) => number)

/** Invariants of leads. */
export const checks = {
  'a lead stands where its last step brought it': (kernel: Kernel) =>
    numbers(
      kernel,
      sql`select l.number from crm_lead l left join lateral (select * from crm_stage_move where lead_id = l.id order by id desc limit 1) m on true
        where m.to_stage_id is distinct from l.stage_id or m.moved_at is distinct from l.stage_since order by l.id`,
    ),
  'the times a lead spent in its stages add up to its age': (kernel: Kernel) =>
    numbers(
      kernel,
      sql`select l.number from crm_lead l join crm_stage_move m on m.lead_id = l.id group by l.id
        having sum(m.seconds_in_from) <> extract(epoch from max(m.moved_at) - min(m.moved_at)) order by l.id`,
    ),
  'the stage of a lead is one of its funnel, and its status follows from it': (kernel: Kernel) =>
    numbers(
      kernel,
      sql`select l.number from crm_lead l join crm_stage s on s.id = l.stage_id where s.funnel_id <> l.funnel_id
        or (l.status <> 'abnormal' and case s.kind when 'won' then l.status <> 'completed' when 'lost' then l.status <> 'canceled'
          else l.status not in ('to_do', 'process') end) order by l.id`,
    ),
}
