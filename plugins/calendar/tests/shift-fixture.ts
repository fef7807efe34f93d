import { definePlugin, defineResource, f, type Kernel, contribute, ownRowsScope, sql } from 'stoa'
import { CALENDAR_SOURCES, parseEntryId, visibleRowsSql, type SourceEntry, getStart } from '../index.ts'

/** Shifts that only their owner sees: a calendar source as a third-party plugin defines it. */
const shift = defineResource({
  name: 'shift',
  locked: true,
  scope: ownRowsScope('owner_id', { all: 'see all shift' }),
  fields: {
    title: f.text({ maxLength: 100 }),
    starts_at: f.instant(),
    owner_id: f.maybe(f.one('account')),
  },
})

export const rota = definePlugin({
  id: 'rota',
  after: ['calendar'],
  resources: [shift],
  permissions: ['see all shift'],
  contributions: [
    contribute(CALENDAR_SOURCES, 'shifts', {
      title: 'rota:calendar.shifts',
      hue: 'teal',
      needs: 'get shift',
      read: (ctx, { from, to, most, outside }) =>
        ctx.kernel.db.rows<SourceEntry>(sql`
          select t.id::text as id, case when ${outside} then 'Shift' else t.title end as title, t.starts_at as start, null as "end", false as all_day,
            true as movable, t.version, t.updated_at as changed_at
          from shift t where t.starts_at >= ${getStart(ctx, from)} and t.starts_at < ${getStart(ctx, to)} and ${visibleRowsSql(ctx, 'shift')}
          order by t.starts_at, t.id limit ${most}`),
      move: {
        needs: 'update shift',
        by: 'moment',
        run: (ctx, id, { start, version }) =>
          ctx.kernel.resources.update(ctx, 'shift', parseEntryId(id), { starts_at: start, ...(version === null ? {} : { version }) }),
      },
    }),
  ],
})

export const rotaTables = `create table shift (id bigint generated always as identity primary key, title text not null, starts_at timestamptz not null,
  owner_id bigint references account, version int not null default 1, ext jsonb not null default '{}',
  created_at timestamptz not null default now(), updated_at timestamptz not null default now())`

/** Creates `count` shifts without an owner, one a minute. */
export const manyShifts = (kernel: Kernel, count: number, from: string) =>
  kernel.db.run(sql`insert into shift (title, starts_at)
    select 'Early', ${from}::timestamptz + make_interval(mins => n) from generate_series(1, ${count}::int) n`)
