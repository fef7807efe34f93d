import { setTimeout as wait } from 'node:timers/promises'
import { type ProductUnderTest, Refused, withProduct } from 'stoa/cli'
import { createCompany, createItems, type Month } from './company.ts'
import { findFreedViolations, findLockViolations, findPayViolations, readContent, readStored } from './invariants.ts'

export interface ProofOptions {
  employees: number
  kills: number
}

export interface ProofReport {
  employees: number
  kills: number
  /** Number of kills that interrupted a running computation. */
  kills_in_step: number
  computations: number
  payslips: number
  lines: number
  /** Number of races between approval and cancellation, and how many of them ended with an approved payroll that was canceled at once. */
  races: number
  approved_then_canceled: number
  seconds: number
  problems: string[]
}

/** Races between approval and cancellation. */
const RACES = 3
/** Longest random delays before a kill, and before each of the requests that race, in milliseconds. */
const LONGEST_DELAY = 900
const LONGEST_HEAD_START = 25
/** Seconds until a computation counts as stuck. */
const STUCK_SECONDS = 300

interface Proof {
  shop: ProductUnderTest
  month: Month
  report: ProofReport
}

/**
 * Computes payrolls in two processes that are killed at random moments and started again. Each computation is started from both at once,
 * and approval and cancellation race. Then compares what is stored with sums, with the rules of contributions, and with a computation that
 * nothing disturbed.
 */
export function provePayroll(server: string, { employees, kills }: ProofOptions, onKill: (kills: number) => void): Promise<ProofReport> {
  const begun = performance.now()
  return withProduct(server, 2, async (shop) => {
    const counts = { kills_in_step: 0, computations: 0, payslips: 0, lines: 0, races: 0, approved_then_canceled: 0, seconds: 0 }
    const report: ProofReport = { employees, kills, ...counts, problems: [] }
    const proof = { shop, month: await createCompany(shop, employees), report }
    const disturbed = await computeWithKills(proof, kills, onKill)
    await check(proof, 'after the kills', findPayViolations(shop, proof.month, disturbed))
    await countRows(proof, disturbed)
    await computeAgain(proof, disturbed)
    const content = await readContent(shop, disturbed)
    await race(proof, disturbed)
    const calm = await createPayroll(proof)
    await compute(proof, calm)
    compareContent(proof, content, await readContent(shop, calm))
    await approveAndCancel(proof, calm)
    report.seconds = Math.round((performance.now() - begun) / 1000)
    return report
  })
}

async function check({ report }: Proof, moment: string, violations: Promise<string[]>): Promise<void> {
  report.problems.push(...(await violations).map((violation) => `${moment}: ${violation}`))
}

const createPayroll = async ({ shop, month }: Proof): Promise<number> =>
  (await shop.make('hr_payroll', { start_date: month.start, currency: 'HKD' })).id

async function readStatus(shop: ProductUnderTest, id: number): Promise<string> {
  const [row] = await shop.rows<{ status: string }>('select status from hr_payroll where id = $1', [id])
  return row?.status ?? ''
}

/** Sends an action to a process. @returns whether it was accepted; undefined when the connection was lost */
async function send(shop: ProductUnderTest, id: number, action: string, n: number): Promise<boolean | undefined> {
  try {
    await shop.make(`hr_payroll/${id}/${action}`, action === 'cancel' ? { reason: 'Proof' } : {}, shop.nodes[n])
    return true
  } catch (error) {
    if (!(error instanceof Refused)) return undefined
    if (error.status >= 500) throw error
    return false
  }
}

/** Starts a computation from both processes at once: exactly one of them may accept it. */
async function startTwice({ shop, report }: Proof, id: number): Promise<void> {
  const accepted = (await Promise.all(shop.nodes.map((_, n) => send(shop, id, 'compute', n)))).filter((answer) => answer === true)
  report.computations++
  if (accepted.length !== 1) report.problems.push(`${accepted.length} of two concurrent requests started a computation`)
}

async function waitUntilComputed({ shop, report }: Proof, id: number): Promise<void> {
  for (const end = Date.now() + STUCK_SECONDS * 1_000; Date.now() < end; await wait(50)) {
    const status = await readStatus(shop, id)
    if (status === 'pending') return
    if (status !== 'processing') break
  }
  const problems = await shop.rows(`select employee_id, problems from hr_payslip where payroll_id = $1 and status = 'abnormal' limit 3`, [
    id,
  ])
  const runs = await shop.rows(`select status, tries, problem from run where kind = 'payroll/compute' order by id desc limit 1`)
  report.problems.push(`the payroll is ${await readStatus(shop, id)} ${JSON.stringify({ problems, runs })}`)
  throw new Error(report.problems.join('\n'))
}

async function compute(proof: Proof, id: number): Promise<void> {
  await startTwice(proof, id)
  await waitUntilComputed(proof, id)
}

/** Kills processes at random moments of computations. Before each computation there is something new to include. @returns the payroll */
async function computeWithKills(proof: Proof, kills: number, onKill: (kills: number) => void): Promise<number> {
  const { shop, month, report } = proof
  const id = await createPayroll(proof)
  for (let kill = 1; kill <= kills; kill++) {
    if ((await readStatus(shop, id)) !== 'processing') {
      await createItems(shop, month.start, kill)
      await startTwice(proof, id)
    }
    await wait(Math.random() * LONGEST_DELAY)
    const victim = shop.nodes[Math.random() < 0.5 ? 0 : 1]
    if ((await readStatus(shop, id)) === 'processing') report.kills_in_step++
    await victim?.kill()
    await victim?.start()
    onKill(kill)
  }
  if (report.computations === 0) await startTwice(proof, id)
  await waitUntilComputed(proof, id)
  // The last items may have been added after the step of their employees.
  await compute(proof, id)
  return id
}

async function countRows({ shop, report }: Proof, id: number): Promise<void> {
  const [counted] = await shop.rows<{ payslips: number; lines: number }>(
    `select count(distinct t.id)::int as payslips, count(l.id)::int as lines from hr_payslip t left join hr_payslip_line l on l.payslip_id = t.id
      where t.payroll_id = $1`,
    [id],
  )
  Object.assign(report, counted)
}

/** Computing again writes nothing while nothing has changed. */
async function computeAgain(proof: Proof, id: number): Promise<void> {
  const before = await readStored(proof.shop, id)
  await compute(proof, id)
  if ((await readStored(proof.shop, id)) !== before)
    proof.report.problems.push('computing again changed payslips although nothing had changed')
}

/** Approves and cancels from both processes at once, until a payroll was canceled. */
async function race(proof: Proof, first: number): Promise<void> {
  const { shop, report } = proof
  let id = first
  for (let n = 1; n <= RACES; n++) {
    report.races++
    const [one, other] = n % 2 === 0 ? [0, 1] : [1, 0]
    const soon = () => wait(Math.random() * LONGEST_HEAD_START)
    const requests = [
      soon().then(() => send(shop, id, 'approve', one)),
      soon().then(() => send(shop, id, 'approve', other)),
      soon().then(() => send(shop, id, 'cancel', one)),
    ]
    const [approved, approvedToo, canceled] = await Promise.all(requests)
    if (approved && approvedToo) report.problems.push('two concurrent requests approved the same payroll')
    if ((approved || approvedToo) && canceled) report.approved_then_canceled++
    const status = await readStatus(shop, id)
    if (status === 'approved') {
      await check(proof, `race ${n}, approved`, findLockViolations(shop, proof.month, id))
      if (!(await send(shop, id, 'cancel', other))) report.problems.push('an approved payroll was not canceled')
    } else if (status !== 'canceled') report.problems.push(`the payroll is ${status} after a race`)
    await check(proof, `race ${n}, canceled`, findFreedViolations(shop))
    if (n === RACES) return
    id = await createPayroll(proof)
    await compute(proof, id)
  }
}

function compareContent({ report }: Proof, disturbed: ReadonlyMap<number, string>, calm: ReadonlyMap<number, string>): void {
  const different = [...new Set([...disturbed.keys(), ...calm.keys()])].filter((employee) => disturbed.get(employee) !== calm.get(employee))
  if (different.length > 0)
    report.problems.push(
      `${different.length} payslips differ from a computation without kills: employees ${different.slice(0, 5).join(', ')}`,
    )
}

async function approveAndCancel(proof: Proof, id: number): Promise<void> {
  const { shop, month, report } = proof
  if (!(await send(shop, id, 'approve', 0))) report.problems.push('the payroll was not approved')
  await check(proof, 'approved', findPayViolations(shop, month, id))
  await check(proof, 'approved', findLockViolations(shop, month, id))
  if (!(await send(shop, id, 'cancel', 1))) report.problems.push('the payroll was not canceled')
  await check(proof, 'canceled', findFreedViolations(shop))
}
