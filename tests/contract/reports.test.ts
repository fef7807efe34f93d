import { afterAll, beforeAll, expect, test } from 'vitest'
import { locales } from '../../core/i18n/locale.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { type Report, REPORT_DIMENSIONS, REPORTS } from '../../plugins/reports/index.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'

/** Requirements for the reports of all plugins. */
let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp()
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const names = (await loadPlugins(listedPlugins([])))
  .flatMap(({ plugin }) => plugin.contributions ?? [])
  .filter(({ point }) => point === REPORTS.name)
  .map(({ name }) => name)

const find = (name: string): Report => {
  const report = it.kernel.contributions(REPORTS).get(name)
  if (!report) throw new Error(`no report ${name}`)
  return report
}

const dimensionsOf = (name: string, { dimensions }: Report) => [
  ...Object.values(dimensions),
  ...[...it.kernel.contributions(REPORT_DIMENSIONS).values()].filter(({ report }) => report === name).map(({ dimension }) => dimension),
]

test.each(names)('the report %s can be read in an empty shop by each of its dimensions', async (name) => {
  const first = await owner.get(`/api/admin/report/${name}`)
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  expect(first.body.chart.measures.length).toBeGreaterThan(0)
  for (const { name: dimension } of first.body.dimensions) {
    const { status, body } = await owner.get(`/api/admin/report/${name}?by=${dimension}&compare=previous`)
    expect([status, body.by], dimension).toEqual([200, [dimension]])
  }
})

test.each(names)('the report %s has its titles and the words of its closed lists in every language', (name) => {
  const report = find(name)
  const titles = [report, ...Object.values(report.measures), ...dimensionsOf(name, report), ...report.rows].map(({ title }) => title)
  const prefixes = [...dimensionsOf(name, report), ...report.rows].flatMap(({ messages }) => (messages === undefined ? [] : [messages]))
  for (const locale of locales) {
    expect(titles.filter((title) => !it.kernel.i18n.has(title, locale))).toEqual([])
    for (const prefix of prefixes) {
      const [namespace = '', path = ''] = prefix.split(':')
      expect(
        listKeys(it.kernel.i18n.bundle(locale, namespace)).filter((key) => key.startsWith(path)),
        `${locale} ${prefix}`,
      ).not.toEqual([])
    }
  }
})

/** Keys of nested messages: `report.kind_sale`. */
const listKeys = (messages: object): string[] =>
  Object.entries(messages).flatMap(([key, value]) => (typeof value === 'object' ? listKeys(value).map((rest) => `${key}.${rest}`) : [key]))
