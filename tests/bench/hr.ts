import { tmpdir } from 'node:os'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '../../cli/start/config.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { type Ctx, type Kernel, systemCtx } from '../../core/context.ts'
import { createKernel } from '../../core/kernel/create-kernel.ts'
import { computeInChunks } from '../../plugins/attendance/services/recalculate.ts'
import type { EmployeeSpan } from '../../plugins/hr/index.ts'
import { hrPayroll } from '../../plugins/payroll/index.ts'
import { addSampleStructure } from '../../plugins/payroll/services/sample-structures.ts'
import { RUNS } from '../../plugins/runs/index.ts'
import { longestRun } from '../support/event-loop-delay.ts'
import { staff } from './fill.ts'
import type { Operation } from './load.ts'

/** Employees of a transaction that computes attendance, and of one that computes payslips. The baseline commits as often. */
const [DAYS_CHUNK, PAY_BATCH] = [100, 25]
const ROSTER_PAGE = 50

/** What was measured: medians in seconds, and the longest hold of the event loop and the peak growth of memory over all rounds. */
export interface MonthSpeed {
  name: string
  rows: number
  bare: number
  stoa: number
  ratio: number
  /** Milliseconds of CPU time. */
  held: number
  /** MB. */
  grown: number
}

/** A filled database: the token of a member of staff who plans rosters, and a Monday of the month. */
export interface Company {
  token: string
  week: string
}

interface Month {
  start: string
  end: string
  week: string
}

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

/**
 * Fills a migrated database with employees who have a salary and worked by shifts all last month; one in ten was on leave on a day. Then
 * measures the month in this process, without a server, so that nothing else uses the database.
 */
export async function measureMonth(
  url: string,
  employees: number,
  { rounds, wants, tell }: { rounds: number; wants: (name: string) => boolean; tell: (speed: MonthSpeed) => void },
): Promise<Company> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const plugins = await loadPlugins(listedPlugins([]))
  const config = readConfig({ DATABASE_URL: url, STOA_DATA_DIR: tmpdir(), STOA_LOG: 'error', STOA_POOL: '3' })
  const kernel = await createKernel({ config, databaseUrl: url, plugins, log: pino({ level: 'error' }) })
  try {
    const month = await fillEmployees(client, kernel, employees)
    const ctx = systemCtx(kernel, 'bench')
    const { rows } = await client.query<{ id: string }>('select id from hr_employee order by id')
    const span = { employees: rows.map(({ id }) => Number(id)), from: month.start, to: month.end }
    if (wants('hr attendance')) tell(await measureAttendance(client, ctx, span, rounds))
    await computeInChunks(ctx, span)
    await client.query('vacuum analyze hr_attendance')
    if (wants('hr payroll')) tell(await measurePayroll(client, kernel, month, rounds))
    const token = await staff(client, ['get hr shift assignment', 'get hr shift', 'get hr employee', 'see all hr employee'])
    await client.query('vacuum analyze')
    return { token, week: month.week }
  } finally {
    await kernel.close()
    await client.end()
  }
}

async function fillEmployees(client: pg.Client, kernel: Kernel, employees: number): Promise<Month> {
  const structure = await kernel.transaction((tx) => addSampleStructure(tx, systemCtx(kernel, 'bench'), 'hong_kong'))
  const { rows } =
    await client.query<Month>(`select to_char(m, 'YYYY-MM-DD') as start, to_char(m + interval '1 month - 1 day', 'YYYY-MM-DD') as end,
      to_char(date_trunc('week', m + interval '13 days'), 'YYYY-MM-DD') as week
    from (select date_trunc('month', business_day()) - interval '1 month' as m) x`)
  const [month] = rows
  if (!month) throw new Error('the database has no date')
  const date = `date '${month.start}'`
  await client.query(`
    insert into hr_employee (staff_no, name, join_date, birth_date, time_zone) select 'B-' || n, 'Employee ' || lpad(n::text, 5, '0'), ${date} - 700 - n % 900,
      date '1970-03-15' + n * 9, 'Asia/Hong_Kong' from generate_series(1, ${employees}) n;
    insert into hr_salary (employee_id, effective_from, structure_id, pay_type, frequency, base_amount_minor, currency, status, approved_at)
      select id, join_date, ${structure.id}, 'monthly', 'monthly', 650000 + (id % 97) * 41700, 'HKD', 'approved', now() from hr_employee;
    insert into hr_salary_allowance (salary_id, code, title, amount_minor) select id, 'transport', 'Transport', 80000 from hr_salary where id % 4 = 0;
    insert into hr_pay_opening (employee_id, start_date, end_date, currency, gross_minor, net_minor, wages_minor, days, relevant_income_minor, reference)
      select employee_id, ${date} - 365, ${date} - 1, 'HKD', base_amount_minor * 12, base_amount_minor * 12, base_amount_minor * 12, 365,
        base_amount_minor * 12, 'O-' || employee_id from hr_salary;
    insert into hr_pay_item (employee_id, date, code, title, amount_minor, currency) select id, ${date}, 'bonus', 'Bonus', 1000 + id, 'HKD' from hr_employee where id % 7 = 0;
    insert into hr_leave_type (code, title, paid_fraction, needs_balance, effective_from) values ('sick', '{"en-US": "Sick"}', 0.8, false, '2020-01-01');
    insert into hr_leave (number, employee_id, type_id, start_date, end_date, days, days_detail, paid_fraction, status)
      select 'L' || id, id, 1, '${month.week}', '${month.week}', 1, '{"${month.week}": 1}', 0.8, 'approved' from hr_employee where id % 10 = 0;
    insert into hr_shift (name, start_min, end_min, break_minutes) values ('Early', 480, 1020, 60), ('Late', 720, 1260, 60);
    insert into hr_shift_assignment (employee_id, shift_id, start_date, weekdays, status) select id, 1 + id % 2, ${date}, '{1,2,3,4,5}', 'published' from hr_employee;
    insert into hr_punch (employee_id, at, direction, source)
      select e.id, (day::date + s.at * interval '1 minute') at time zone 'Asia/Hong_Kong', s.direction, 'import' from hr_employee e
      cross join generate_series(${date}, date '${month.end}', interval '1 day') day
      join lateral (select start_min - 3 as at, 'in' as direction from hr_shift where id = 1 + e.id % 2
        union all select end_min + case when e.id % 9 = 0 then 60 else 4 end, 'out' from hr_shift where id = 1 + e.id % 2) s on true
      where extract(isodow from day) < 6 and not (e.id % 10 = 0 and day = date '${month.week}')`)
  await client.query('vacuum analyze')
  return month
}

/** Runs both sides in turn. The first round is a warm-up. */
export async function compareRounds(
  name: string,
  rounds: number,
  { bare, stoa }: { bare: () => Promise<number>; stoa: () => Promise<Watched> },
): Promise<MonthSpeed> {
  const speed: MonthSpeed = { name, rows: 0, bare: 0, stoa: 0, ratio: 0, held: 0, grown: 0 }
  const [limits, times, ratios]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round <= rounds; round++) {
    const { took, held, grown } = await stoa()
    const limit = await bare()
    if (round === 0) continue
    limits.push(limit)
    times.push(took)
    ratios.push(limit / took)
    speed.held = Math.max(speed.held, held)
    speed.grown = Math.max(speed.grown, grown)
  }
  return { ...speed, bare: median(limits), stoa: median(times), ratio: median(ratios) }
}

/** What a piece of work took in seconds, and what it did to this process meanwhile. */
export interface Watched {
  took: number
  held: number
  grown: number
}

/**
 * Measures work alone, without what the bench reads afterwards. The hold is CPU time of the main thread: on a busy machine, other processes
 * prolong the elapsed time.
 */
export async function watchWork(work: () => Promise<unknown>): Promise<Watched> {
  const before = process.memoryUsage().rss
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  let took = 0
  const held = await longestRun(async () => {
    took = await time(work)
  })
  clearInterval(timer)
  return { took, held, grown: Math.max(0, peak - before) / 1024 / 1024 }
}

/** Seconds that work takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

/** Columns of a table without the generated id, as a list of SQL names. */
async function readColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns from information_schema.columns
      where table_schema = 'public' and table_name = $1 and column_name <> 'id'`,
    [table],
  )
  return rows[0]?.columns ?? ''
}

/** Attendance of a span for everybody, against an insert of the same rows for each transaction. */
async function measureAttendance(client: pg.Client, ctx: Ctx, span: EmployeeSpan, rounds: number): Promise<MonthSpeed> {
  const columns = await readColumns(client, 'hr_attendance')
  let parts: string[] = []
  let days = 0
  const speed = await compareRounds('hr attendance', rounds, {
    stoa: async () => {
      const watched = await watchWork(() => computeInChunks(ctx, span))
      const { rows } = await client.query<{ part: string; n: number }>(
        `select json_agg(a order by a.id)::text as part, count(*)::int as n
          from (select *, dense_rank() over (order by employee_id) as n from hr_attendance) a group by (a.n - 1) / ${DAYS_CHUNK}`,
      )
      parts = rows.map(({ part }) => part)
      days = rows.reduce((sum, { n }) => sum + n, 0)
      return watched
    },
    bare: async () => {
      await client.query('truncate hr_attendance cascade')
      const took = await time(async () => {
        for (const part of parts)
          await client.query(
            `insert into hr_attendance (${columns}) select ${columns} from json_populate_recordset(null::hr_attendance, $1::json)`,
            [part],
          )
      })
      await client.query('truncate hr_attendance cascade')
      return took
    },
  })
  return { ...speed, rows: days }
}

/** The payroll of the month, against one statement for each transaction that writes the same payslips with their lines. */
async function measurePayroll(client: pg.Client, kernel: Kernel, { start }: Month, rounds: number): Promise<MonthSpeed> {
  const ctx = systemCtx(kernel, 'bench')
  const [columns, lineColumns] = [await readColumns(client, 'hr_payslip'), await readColumns(client, 'hr_payslip_line')]
  const own = lineColumns.split(', ').filter((name) => name !== 'payslip_id')
  let parts: string[] = []
  let rows = 0
  const speed = await compareRounds('hr payroll', rounds, {
    stoa: async () => {
      const { id } = await kernel.resources.create(ctx, hrPayroll, { start_date: start, currency: 'HKD' })
      const watched = await watchWork(async () => {
        await kernel.resources.transition(ctx, hrPayroll, id, 'compute')
        const { run_id } = await kernel.resources.get(ctx, hrPayroll, id)
        await kernel.get(RUNS).perform(ctx, run_id ?? 0)
      })
      const { status } = await kernel.resources.get(ctx, hrPayroll, id)
      if (status !== 'pending') throw new Error(`the payroll is ${status}`)
      const { rows: read } = await client.query<{ part: string; n: number }>(
        `select json_agg(t order by t.id)::text as part, sum(1 + json_array_length(t.lines))::int as n from (select t.*, dense_rank() over (order by t.id) as n,
            (select json_agg(l order by l.position) from hr_payslip_line l where l.payslip_id = t.id) as lines from hr_payslip t where t.payroll_id = $1) t
          group by (t.n - 1) / ${PAY_BATCH}`,
        [id],
      )
      parts = read.map(({ part }) => part)
      rows = read.reduce((sum, { n }) => sum + n, 0)
      await client.query('truncate hr_payslip cascade')
      await kernel.resources.transition(ctx, hrPayroll, id, 'cancel', { reason: 'Bench' })
      return watched
    },
    bare: async () => {
      const took = await time(async () => {
        for (const part of parts)
          await client.query(
            `with made as (insert into hr_payslip (${columns}) select ${columns} from json_populate_recordset(null::hr_payslip, $1::json) returning id, employee_id)
            insert into hr_payslip_line (payslip_id, ${own.join(', ')}) select made.id, ${own.map((name) => `l.${name}`).join(', ')}
              from json_to_recordset($1::json) as t(employee_id bigint, lines json) join made using (employee_id)
              cross join lateral json_populate_recordset(null::hr_payslip_line, t.lines) l`,
            [part],
          )
      })
      await client.query('truncate hr_payslip cascade')
      return took
    },
  })
  return { ...speed, rows }
}

/** The roster of a week, any page of 50 employees. */
export function rosterOperations({ token, week }: Company, employees: number): Operation[] {
  const pages = Math.ceil(employees / ROSTER_PAGE)
  const any = () => 1 + Math.floor(Math.random() * pages)
  return [
    {
      name: 'hr roster week',
      method: 'GET',
      ask: () => ({ path: `/admin/hr_shift_assignment/roster?language=en-US&week=${week}&page=${any()}` }),
      headers: { authorization: `Bearer ${token}` },
    },
  ]
}
