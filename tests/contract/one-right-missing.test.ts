import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPermissions, satisfies } from '../../core/access/permission.ts'
import type { RouteInfo } from '../../core/http/routes.ts'
import { listedPlugins } from '../../cli/start/load.ts'
import { CALENDAR_SOURCES } from '../../plugins/calendar/index.ts'
import { REPORTS } from '../../plugins/reports/index.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'

/**
 * Roles that each lack exactly one right: what needs it is refused or absent, and everything else remains. The tests walk the registry, so
 * a new report, calendar source or route is covered automatically. Dashboard cards have a test of their own.
 */
let it: TestApp
beforeAll(async () => {
  it = await testApp(listedPlugins([]))
})
afterAll(() => it.close())

/** Something that an account with some rights sees or may call. */
interface Thing {
  name: string
  /** Permission expression; undefined for what everybody has. */
  needs: string | undefined
}

const allRights = (): string[] => [...it.kernel.registry.permissions.keys()]

/** The rights named by things, each once. */
const listRights = (things: readonly Thing[]): string[] =>
  [...new Set(things.flatMap(({ needs }) => listPermissions(needs ?? '')))].toSorted()

/** The things that staff have with all rights but one. */
const listRemaining = (things: readonly Thing[], missing: string): string[] => {
  const granted = new Set(allRights().filter((right) => right !== missing))
  return things.flatMap(({ name, needs }) => (needs === undefined || satisfies(granted, needs) ? [name] : []))
}

/**
 * Compares, for each right of the things, what staff without it get with what the declarations say. Each right has to remove something,
 * otherwise the comparison would prove nothing.
 */
async function checkEachRight(things: readonly Thing[], read: (client: Client) => Promise<readonly string[]>): Promise<number> {
  const rights = listRights(things)
  const owner = await read(await it.staff('owner'))
  expect([...owner].toSorted()).toEqual(things.map(({ name }) => name).toSorted())
  for (const right of rights) {
    const expected = listRemaining(things, right)
    const found = await read(await it.staff(allRights().filter((granted) => granted !== right)))
    expect([...found].toSorted(), `without "${right}"`).toEqual(expected.toSorted())
  }
  return rights.length
}

test('a report, its rows and its file are refused without the right of the report, and the other reports remain', async () => {
  const reports = [...it.kernel.contributions(REPORTS)]
  expect(new Set(reports.map(([, { needs }]) => needs)).size).toBeGreaterThan(5)
  const things = reports.flatMap(([name, { needs }]) => ['', '/rows', '/export'].map((part) => ({ name: `${name}${part}`, needs })))
  await checkEachRight(things, async (client) => {
    const listed = (await client.get('/api/admin/report')).body.data.map(({ name }: { name: string }) => name)
    const statuses = new Map<string, number>()
    for (const { name } of things) statuses.set(name, (await client.get(`/api/admin/report/${name}`)).status)
    const read = things.flatMap(({ name }) => (statuses.get(name) === 200 ? [name] : []))
    expect(things.flatMap(({ name }) => (![200, 403].includes(statuses.get(name) ?? 0) ? [name] : []))).toEqual([])
    expect(listed).toEqual(expect.arrayContaining(read.filter((name) => !name.includes('/'))))
    expect(listed.length).toBe(read.length / 3)
    return read
  })
})

test('a number of a report is absent without the right of the number, and the other numbers remain', async () => {
  const reports = [...it.kernel.contributions(REPORTS)]
  const things = reports.flatMap(([report, { needs: ofReport, measures }]) =>
    Object.entries(measures).flatMap(([name, { needs }]) =>
      needs === undefined ? [] : [{ name: `${report}/${name}`, needs: `${ofReport} & ${needs}` }],
    ),
  )
  expect(things.length).toBeGreaterThan(2)
  const withNeeds = new Set(things.map(({ name }) => name))
  await checkEachRight(things, async (client) => {
    const views = await Promise.all(reports.map(async ([name]) => (await client.get(`/api/admin/report/${name}`)).body))
    // A refused report has no measures.
    return views.flatMap(({ name: report, measures = [] }) =>
      measures.flatMap(({ name }: { name: string }) => (withNeeds.has(`${report}/${name}`) ? [`${report}/${name}`] : [])),
    )
  })
})

const readSources = async (client: Client, path: string): Promise<string[]> => {
  const { status, body } = await client.get(`/api/admin/${path}?from=2026-11-01&to=2026-12-01`)
  return status === 200 ? body.sources.map(({ name }: { name: string }) => name) : []
}

test('a source of the calendar is absent without its right, and the calendar is refused without its own', async () => {
  const sources = [...it.kernel.contributions(CALENDAR_SOURCES)]
  const things = sources.map(([name, { needs }]) => ({ name, needs: needs === undefined ? 'get calendar' : `get calendar & ${needs}` }))
  expect(await checkEachRight(things, (client) => readSources(client, 'calendar'))).toBeGreaterThan(10)
})

test('my calendar remains without the right to view the calendar, and a source of it is absent without its own right only', async () => {
  const things = [...it.kernel.contributions(CALENDAR_SOURCES)].flatMap(([name, { mine }]) => (mine ? [{ name, needs: mine.needs }] : []))
  expect(things.filter(({ needs }) => needs === undefined).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['bookings', 'shifts', 'away', 'holidays', 'tasks']),
  )
  await checkEachRight(things, (client) => readSources(client, 'my/calendar'))
  const nobody = await it.staff([])
  expect(await readSources(nobody, 'my/calendar')).toEqual(things.flatMap(({ name, needs }) => (needs === undefined ? [name] : [])))
})

test('feeds of everything need the right to view the calendar, and feeds of my calendar need none', async () => {
  const things = [
    { name: 'all', needs: 'get calendar' },
    { name: 'mine', needs: undefined },
  ]
  await checkEachRight(things, async (client) => {
    const offered = (await client.get('/api/admin/calendar/feed')).body.scopes
    for (const { name: scope } of things)
      expect((await client.post('/api/admin/calendar/feed', { name: 'Phone', scope })).status).toBe(offered.includes(scope) ? 201 : 403)
    return offered
  })
})

/** Plugins whose routes are called with each role. */
const PLUGINS = new Set(['calendar', 'reports', 'tasks', 'commission'])

const listRoutes = (): RouteInfo[] => {
  const resources = new Set(
    it.kernel.registry.plugins
      .filter(({ id }) => PLUGINS.has(id))
      .flatMap((p) => p.resources ?? [])
      .map(({ name }) => name),
  )
  return it.app.routes.filter(
    ({ method, url, plugin, needs }) =>
      needs !== undefined &&
      method !== 'HEAD' &&
      url.startsWith('/api/admin/') &&
      (PLUGINS.has(plugin) || resources.has(url.split('/')[3] ?? '')),
  )
}

test('a route of tasks, commissions, saved reports and the calendar is refused without its right, and the other routes are not', async () => {
  const routes = listRoutes()
  expect(routes.length).toBeGreaterThan(60)
  const things = routes.map(({ method, url, needs }) => ({ name: `${method} ${url}`, needs }))
  const count = await checkEachRight(things, async (client) => {
    const allowed: string[] = []
    for (const { method, url } of routes) {
      const { status } = await client[method.toLowerCase() as 'get'](url.replaceAll(/:\w+/g, '999999999'))
      expect(status, `${method} ${url}`).toBeLessThan(500)
      if (status !== 403) allowed.push(`${method} ${url}`)
    }
    return allowed
  })
  expect(count).toBeGreaterThan(20)
}, 300_000)

test('saving a report for oneself needs the right of the report, for everybody and by email one right more', async () => {
  const report = { report: 'sales', name: 'Mine', query: 'period=this_month', recipients: [] }
  const things: (Thing & { body: object })[] = [
    { name: 'own', needs: 'get sales report', body: report },
    { name: 'shared', needs: 'get sales report & share saved report', body: { ...report, shared: true } },
    { name: 'scheduled', needs: 'get sales report & schedule saved report', body: { ...report, schedule: 'daily', recipients: [1] } },
  ]
  await checkEachRight(things, async (client) => {
    const allowed: string[] = []
    for (const { name, body } of things) {
      const { status, body: answer } = await client.post('/api/admin/saved_report', body)
      expect([201, 403, 404], JSON.stringify(answer)).toContain(status)
      if (status === 201) allowed.push(name)
    }
    return allowed
  })
})
