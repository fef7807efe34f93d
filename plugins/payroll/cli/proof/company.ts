import type { ProductUnderTest } from 'stoa/cli'

/** The month whose payroll is computed: the last one that has ended. Dates are `2026-11-30`. */
export interface Month {
  start: string
  end: string
}

/** Concurrent requests that create leave. */
const REQUESTS = 10

/**
 * Creates employees with the pay structure of Hong Kong: salaries, allowances, earlier pay, a holiday, single items, and expense claims.
 * One in three has shifts and attendance with overtime, one in ten leave with less than full pay. Some join or leave within the month.
 */
export async function createCompany(shop: ProductUnderTest, employees: number): Promise<Month> {
  const [month] =
    await shop.rows<Month>(`select to_char(m, 'YYYY-MM-DD') as start, to_char(m + interval '1 month - 1 day', 'YYYY-MM-DD') as end
    from (select date_trunc('month', business_day()) - interval '1 month' as m) x`)
  if (!month) throw new Error('the database has no date')
  const structure = await shop.make('hr_pay_structure/sample', { code: 'hong_kong' })
  const calendar = await shop.make('hr_holiday_calendar', { code: 'proof', title: 'Proof' })
  await createEmployees(shop, employees, { ...month, structure: structure.id, calendar: calendar.id })
  await createLeave(shop, month)
  await createAttendance(shop, month)
  return month
}

async function createEmployees(
  shop: ProductUnderTest,
  employees: number,
  { start, structure, calendar }: Month & { structure: number; calendar: number },
): Promise<void> {
  await shop.rows(
    `insert into hr_employee (staff_no, name, join_date, last_day, birth_date, time_zone, holiday_calendar_id)
      select 'P-' || n, 'Employee ' || n, case when n % 20 = 7 then $2::date + 9 else $2::date - 700 - n % 900 end,
        case when n % 25 = 3 then $2::date + 19 end, date '1970-03-15' + n * 13, 'Asia/Hong_Kong', $3::bigint
      from generate_series(1, $1::int) n`,
    [employees, start, calendar],
  )
  // The second Wednesday of the month.
  await shop.rows(
    `insert into hr_holiday (calendar_id, date, title, kind, status)
      select $2::bigint, day::date, '{"en-US": "Proof day"}', 'statutory', 'published'
      from generate_series($1::date + 7, $1::date + 13, interval '1 day') day where extract(isodow from day) = 3`,
    [start, calendar],
  )
  await shop.rows(
    `with salary as (
      insert into hr_salary (employee_id, effective_from, structure_id, pay_type, frequency, base_amount_minor, currency, status, approved_at)
        select id, join_date, $1::bigint, 'monthly', 'monthly', 650000 + (id % 97) * 41700, 'HKD', 'approved', now() from hr_employee returning id, employee_id)
      insert into hr_salary_allowance (salary_id, code, title, amount_minor) select id, 'transport', 'Transport', 80000 from salary where employee_id % 4 = 0`,
    [structure],
  )
  await shop.rows(
    `insert into hr_pay_opening (employee_id, start_date, end_date, currency, gross_minor, net_minor, wages_minor, days, relevant_income_minor, reference)
      select s.employee_id, $1::date - 365, $1::date - 1, 'HKD', s.base_amount_minor * 12, s.base_amount_minor * 12, s.base_amount_minor * 12, 365,
        s.base_amount_minor * 12, 'O-' || s.employee_id
      from hr_salary s where s.effective_from < $1::date - 365`,
    [start],
  )
  await createItems(shop, start, 0)
  await shop.rows(
    `insert into hr_reimbursement (number, employee_id, title, currency, total_claimed_minor, total_approved_minor, status, paid_by)
      select 'C-' || id || '-' || n, id, 'Travel', 'HKD', 12345 + id, 12300 + id, 'approved', 'payroll'
      from hr_employee cross join generate_series(1, 2) n where id % 5 = 0`,
  )
}

/** Adds single earnings and deductions that the next computation has to include. The employees differ by round. */
export const createItems = (shop: ProductUnderTest, start: string, round: number): Promise<unknown> =>
  shop.rows(
    `insert into hr_pay_item (employee_id, date, code, title, kind, amount_minor, currency)
      select id, join_date, 'bonus', 'Bonus ' || $2::int, case when id % 2 = 0 then 'earning' else 'deduction' end, 1000 + id, 'HKD'
      from hr_employee where id % 7 = $2::int % 7 and join_date < $1::date`,
    [start, round],
  )

/** A working day of leave with four fifths of the pay, or with none. */
async function createLeave(shop: ProductUnderTest, { start }: Month): Promise<void> {
  const types: number[] = []
  for (const [code, paid_fraction] of [
    ['sick', '0.8'],
    ['unpaid', '0'],
  ] as const) {
    const type = { code, title: code, paid_fraction, needs_balance: false, effective_from: '2020-01-01', accrual_table: [] }
    types.push((await shop.make('hr_leave_type', type)).id)
  }
  const [day] = await shop.rows<{ date: string }>(
    `select to_char(day, 'YYYY-MM-DD') as date from generate_series($1::date + 14, $1::date + 20, interval '1 day') day where extract(isodow from day) = 2`,
    [start],
  )
  const away = await shop.rows<{ id: string }>(
    `select id from hr_employee where id % 10 = 1 and join_date < $1::date and last_day is null order by id`,
    [start],
  )
  for (let n = 0; n < away.length; n += REQUESTS)
    await Promise.all(
      away.slice(n, n + REQUESTS).map(async ({ id }, i) => {
        const span = { start_date: day?.date, end_date: day?.date }
        const leave = await shop.make('hr_leave/request', { employee_id: Number(id), type_id: types[i % 2], reason: 'Proof', ...span })
        await shop.make(`hr_leave/${leave.id}/approve`, {})
      }),
    )
}

/** Shifts, punches and approved overtime. Some are absent on a day. */
async function createAttendance(shop: ProductUnderTest, { start, end }: Month): Promise<void> {
  const [shift] = await shop.rows<{ id: string }>(
    `insert into hr_shift (name, start_min, end_min, break_minutes) values ('Proof', 540, 1080, 60) returning id`,
  )
  await shop.rows(
    `insert into hr_shift_assignment (employee_id, shift_id, start_date, end_date, weekdays, status)
      select id, $1::bigint, $2::date, $3::date, '{1,2,3,4,5}', 'published' from hr_employee where id % 3 = 0`,
    [shift?.id, start, end],
  )
  await shop.rows(
    `insert into hr_punch (employee_id, at, direction, source)
      select e.id, (day::date + time) at time zone 'Asia/Hong_Kong', direction, 'import' from hr_employee e
      cross join generate_series($1::date, $2::date, interval '1 day') day
      cross join lateral (values (time '08:58', 'in'), (case when e.id % 9 = 0 then time '20:00' else time '18:03' end, 'out')) punch(time, direction)
      where e.id % 3 = 0 and extract(isodow from day) < 6 and not (e.id % 12 = 0 and extract(day from day) between 20 and 22)
        and day >= e.join_date and (e.last_day is null or day <= e.last_day)`,
    [start, end],
  )
  await shop.make('hr_attendance/recalculate', { from: start, to: end })
  await shop.rows('update hr_attendance set overtime_approved_min = overtime_min where overtime_min > 0')
  const [days] = await shop.rows<{ n: number }>('select count(*)::int as n from hr_attendance')
  if (!days?.n) throw new Error('no attendance was computed')
}
