import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildManifest } from '../../core/plugin/manifest-routes.ts'
import { listedPlugins } from '../../cli/start/load.ts'
import { REPORTS } from '../../plugins/reports/index.ts'
import { listPages, type Page } from '../../ui-admin/src/routes/pages.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { adminPages } from './admin-pages.ts'

/** Every promised page of the admin, resolved by the pages that the admin makes of the manifest. */
let it: TestApp
let pages: Map<string, Page>
beforeAll(async () => {
  it = await testApp(listedPlugins([]))
  pages = listPages(buildManifest(it.kernel, { kind: 'admin', id: 0, name: '', allows: () => true }, 'en-US'))
})
afterAll(() => it.close())

const isParam = (segment: string) => segment.startsWith('$') || segment.startsWith('{')

/** Reports share one page, so their name is its parameter. */
const isReport = (page: Page | undefined, path: string): boolean =>
  page?.kind === 'screen' && page.screen === 'reports/report' && it.kernel.contributions(REPORTS).has(path.replace('report/', ''))

/**
 * The page of a path. A word of the path must be a word of the route too: a route that takes `create` for the id of a row shows the wrong
 * page.
 */
function findPage(path: string): Page | undefined {
  const segments = `/admin/${path}`.split('/')
  const exact = [...pages].find(([route]) => {
    const parts = route.split('/')
    return (
      parts.length === segments.length && parts.every((part, i) => part === segments[i] || (isParam(part) && isParam(segments[i] ?? '')))
    )
  })?.[1]
  const report = pages.get('/admin/report/$report')
  return exact ?? (path.startsWith('report/') && isReport(report, path) ? report : undefined)
}

describe.each(Object.entries(adminPages))('pages of %s', (_, paths) => {
  test.each(paths)('%s shows a page to an owner', (path) => {
    const page = findPage(path)
    expect(page?.kind ?? 'redirected to the dashboard').toMatch(/^(home|profile|settings|list|create|edit|view|screen)$/)
  })
})

test('a path that no plugin declares is not found', () => {
  expect(findPage('my-calendars')).toBeUndefined()
  expect(findPage('report/weather')).toBeUndefined()
  expect(findPage('order/{id}/view')).toBeUndefined()
})

test('an account without any permission opens the personal pages and the dashboards, and no others', () => {
  const open = listPages(buildManifest(it.kernel, { kind: 'admin', id: 0, name: '', allows: () => false }, 'en-US'))
  const paths = Object.values(adminPages).flat()
  const isOpen = (path: string) => {
    const page = open.get(`/admin/${path}`.replaceAll(/\{(\w+)\}/g, '$$$1'))
    return page !== undefined && page.kind !== 'denied'
  }
  expect(paths.filter(isOpen)).toEqual([
    ...(adminPages['personal'] ?? []),
    'dashboard',
    'crm-dashboard',
    'clickup',
    'clickup/{workspace}/space',
  ])
})
