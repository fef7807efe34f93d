import type { ProductUnderTest } from 'stoa/cli'
import type { Month } from './company.ts'

interface Payslip {
  employee: number
  income: number
  joined: boolean
  employee_paid: number
  employer_paid: number
}

/**
 * Contributions of a full month, in cents: 5 % of at most HK$30,000, for the employee from HK$7,100 on. Written again here, apart from the
 * rules. Source: Mandatory Provident Fund Schemes Ordinance (Cap. 485), sections 7A and 9, Schedules 2 and 3.
 */
const [INCOME_MAX, INCOME_MIN, PERCENT] = [3_000_000, 710_000, 5]
const toContribution = (income: number): number => Math.round((Math.max(0, Math.min(income, INCOME_MAX)) * PERCENT) / 100)

/** Reads the rows that violate a rule, as a sentence with their number and the first ids. */
async function find(shop: ProductUnderTest, problem: string, query: string, values: unknown[] = []): Promise<string[]> {
  const rows = await shop.rows<{ id: unknown }>(query, values)
  const first = rows.slice(0, 5).map(({ id }) => String(id))
  return rows.length === 0 ? [] : [`${rows.length} ${problem}: ${first.join(', ')}`]
}

/** What is wrong with the payslips of a payroll: missing or doubled ones, sums, items, contributions. */
export async function findPayViolations(shop: ProductUnderTest, { start, end }: Month, id: number): Promise<string[]> {
  const own = `hr_payslip t join hr_payslip_line l on l.payslip_id = t.id where t.payroll_id = $1 and t.status <> 'canceled'`
  const sum = (kind: string) =>
    `coalesce((select sum(l.amount_minor) from hr_payslip_line l where l.payslip_id = t.id and l.kind = '${kind}'), 0)`
  return [
    ...(await find(
      shop,
      'employees without exactly one payslip',
      `select e.id from hr_employee e left join hr_payslip t on t.employee_id = e.id and t.status <> 'canceled' and t.payroll_id = $1
        where e.join_date <= $3::date and (e.last_day is null or e.last_day >= $2::date) group by e.id having count(t.id) <> 1`,
      [id, start, end],
    )),
    ...(await find(
      shop,
      'payslips of nobody in the month, or of another payroll',
      `select t.id from hr_payslip t join hr_employee e on e.id = t.employee_id
        where t.status <> 'canceled' and (t.payroll_id <> $1 or e.join_date > $3::date or e.last_day < $2::date)`,
      [id, start, end],
    )),
    ...(await find(
      shop,
      'payslips whose sums are not those of their lines',
      `select t.id from hr_payslip t where t.payroll_id = $1 and t.status <> 'canceled' and (t.net_minor <> t.gross_minor - t.deductions_minor or t.net_minor < 0
        or t.gross_minor <> ${sum('earning')} or t.deductions_minor <> ${sum('deduction')} or t.employer_cost_minor <> ${sum('employer_cost')})`,
      [id],
    )),
    ...(await find(
      shop,
      'payslips without a base salary line, or with a wrong one',
      `select t.id from hr_payslip t join hr_salary s on s.id = t.salary_id where t.payroll_id = $1 and t.status <> 'canceled'
        and 1 <> (select count(*) from hr_payslip_line l where l.payslip_id = t.id and l.source ->> 'type' = 'salary'
          and (l.source ->> 'base')::bigint = s.base_amount_minor and l.amount_minor = round(s.base_amount_minor * t.payment_days / extract(day from t.end_date)))`,
      [id],
    )),
    ...(await find(shop, 'lines twice', `select min(l.id) as id from ${own} group by l.payslip_id, l.code, l.source having count(*) > 1`, [
      id,
    ])),
    ...(await find(
      shop,
      'items or claims that are not on exactly one payslip with their amount',
      `with due as (
          select 'item/' || id as ref, employee_id, amount_minor from hr_pay_item where date <= $2::date
          union all select 'reimbursement/' || id, employee_id, total_approved_minor from hr_reimbursement where paid_by = 'payroll'),
        used as (select l.source ->> 'ref' as ref, t.employee_id, l.amount_minor from ${own} and l.source ->> 'type' = 'item')
      select ref as id from due full join used using (ref, employee_id, amount_minor)
      group by ref having count(*) <> 1 or bool_or((due.*) is null) or bool_or((used.*) is null)`,
      [id, end],
    )),
    ...(await findContributionViolations(shop, start, id)),
  ]
}

/** Compares contributions with their rules. Who joined in the month has none yet: they are postponed until 60 days of employment. */
async function findContributionViolations(shop: ProductUnderTest, start: string, id: number): Promise<string[]> {
  const sum = (code: string) =>
    `coalesce((select sum(amount_minor) from hr_payslip_line l where l.payslip_id = t.id and l.code = '${code}'), 0)::float8`
  const payslips = await shop.rows<Payslip>(
    `select t.employee_id::int as employee, t.relevant_income_minor::float8 as income, e.join_date >= $2::date as joined,
      ${sum('mpf_employee')} as employee_paid, ${sum('mpf_employer')} as employer_paid
    from hr_payslip t join hr_employee e on e.id = t.employee_id where t.payroll_id = $1 and t.status <> 'canceled' order by t.id`,
    [id, start],
  )
  const wrong = payslips.filter(({ income, joined, employee_paid, employer_paid }) => {
    const due = joined ? 0 : toContribution(income)
    return employer_paid !== due || employee_paid !== (income < INCOME_MIN ? 0 : due)
  })
  return wrong.length === 0 ? [] : [`${wrong.length} payslips with wrong contributions, such as ${JSON.stringify(wrong.slice(0, 3))}`]
}

/** What an approved payroll of everybody has not locked or reserved, and what it should not have. */
export async function findLockViolations(shop: ProductUnderTest, { start, end }: Month, id: number): Promise<string[]> {
  const reference = `payroll/${id}`
  return [
    ...(await find(
      shop,
      'days of attendance with a wrong lock',
      `select id from hr_attendance where locked_by is distinct from case when work_date between $2::date and $3::date then $1::text end`,
      [reference, start, end],
    )),
    ...(await find(
      shop,
      'items not reserved for the payroll',
      `select id from hr_pay_item where (claimed_by, status) is distinct from ($1::text, 'approved')`,
      [reference],
    )),
    ...(await find(
      shop,
      'claims not reserved for the payroll',
      `select id from hr_reimbursement where (payroll_ref, status) is distinct from ($1::text, 'approved')`,
      [reference],
    )),
    ...(await find(shop, 'payslips that are not approved', `select id from hr_payslip where payroll_id = $1 and status <> 'approved'`, [
      id,
    ])),
  ]
}

/** What is still locked or reserved when all payrolls are canceled. */
export const findFreedViolations = async (shop: ProductUnderTest): Promise<string[]> => [
  ...(await find(shop, 'days of attendance still locked', 'select id from hr_attendance where locked_by is not null')),
  ...(await find(shop, 'items still reserved', `select id from hr_pay_item where claimed_by is not null or status <> 'pending'`)),
  ...(await find(shop, 'claims still reserved', `select id from hr_reimbursement where payroll_ref is not null or status <> 'approved'`)),
  ...(await find(shop, 'payslips not canceled', `select id from hr_payslip where status <> 'canceled'`)),
]

/** Everything that was computed, without ids of the payroll and of its payslips, by employee. */
export async function readContent(shop: ProductUnderTest, id: number): Promise<Map<number, string>> {
  const rows = await shop.rows<{ employee: number; content: string }>(
    `select t.employee_id::int as employee, jsonb_build_array(to_jsonb(t) - '{id,payroll_id,digest,status,version,created_at,updated_at}'::text[],
        (select jsonb_agg(to_jsonb(l) - '{id,payslip_id,created_at,updated_at}'::text[] order by l.position) from hr_payslip_line l where l.payslip_id = t.id))::text as content
      from hr_payslip t where t.payroll_id = $1`,
    [id],
  )
  return new Map(rows.map(({ employee, content }) => [employee, content]))
}

/** The stored payslips with their versions and digests, and their lines, as one text. */
export const readStored = async (shop: ProductUnderTest, id: number): Promise<string> =>
  JSON.stringify(
    await shop.rows(
      `select t.id, t.version, t.digest, t.updated_at, array(select l.id from hr_payslip_line l where l.payslip_id = t.id order by l.id) as lines
        from hr_payslip t where t.payroll_id = $1 order by t.id`,
      [id],
    ),
  )
