import { type Ctx, definePlugin, defineResource, f, type Kernel, contribute, ownRowsScope, type Sql, sql } from 'stoa'
import { CALENDAR_SOURCES, parseEntryId, visibleRowsSql, type SourceEntry, type Span, getStart } from '../index.ts'

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

const readShifts = (ctx: Ctx, { from, to, most, anonymous }: Span, condition: Sql) =>
  ctx.kernel.db.rows<SourceEntry>(sql`
    select t.id::text as id, case when ${anonymous} then 'Shift' else t.title end as title, t.starts_at as start, null as "end", false as all_day,
      true as movable, t.version, t.updated_at as changed_at
    from shift t where t.starts_at >= ${getStart(ctx, from)} and t.starts_at < ${getStart(ctx, to)} and ${condition}
    order by t.starts_at, t.id limit ${most}`)

export const rota = definePlugin({
  id: 'rota',
  after: ['calendar'],
  resources: [shift],
  permissions: ['see all shift', 'see shift names'],
  contributions: [
    contribute(CALENDAR_SOURCES, 'shifts', {
      title: 'rota:calendar.shifts',
      hue: 'teal',
      needs: 'get shift',
      customerNames: 'see shift names',
      read: (ctx, span) => readShifts(ctx, span, visibleRowsSql(ctx, 'shift')),
      mine: { read: (ctx, span) => readShifts(ctx, span, sql`t.owner_id = ${'id' in ctx.actor ? ctx.actor.id : 0}`) },
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
