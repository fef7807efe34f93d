import { afterAll, beforeAll, expect, test } from 'vitest'
import { definePlugin, contribute, PAGE_SOURCES, type PageSources } from 'stoa'
import { pageSources } from '../../cli/store-options.ts'
import { Registry } from '../../core/plugin/registry.ts'
import core from '../../core/kernel/core-plugin.ts'
import { type TestApp, testApp } from '../support/app.ts'

let it: TestApp
const maps = definePlugin({
  id: 'maps',
  contributions: [
    contribute(PAGE_SOURCES, 'maps', { sources: { 'frame-src': ['https://maps.example'], 'img-src': ['https://tiles.maps.example/'] } }),
  ],
})
beforeAll(async () => {
  it = await testApp(['payments', 'people'], { extra: [maps] })
})
afterAll(() => it.close())

const home = { path: '/', local: false }

test('a page allows the content sources that plugins added for it, and none of other pages', () => {
  expect(pageSources(it.kernel, home)).toEqual({ 'frame-src': ['https://maps.example'], 'img-src': ['https://tiles.maps.example/'] })
  const card = pageSources(it.kernel, { path: '/stripe', local: false })
  expect(card['script-src']).toEqual(['https://js.stripe.com'])
  expect(card['frame-src']).toEqual(expect.arrayContaining(['https://maps.example', 'https://hooks.stripe.com']))
  expect(pageSources(it.kernel, { path: '/', local: true })['form-action']).toEqual(['http://127.0.0.1:*'])
})

test('the captcha is allowed once a form uses it', async () => {
  const owner = await it.staff('owner')
  await owner.put('/api/admin/settings/recaptcha', { site_key: 'key', forms: ['login'] })
  expect(pageSources(it.kernel, home)['script-src']).toContain('https://www.gstatic.com/recaptcha/')
})

test('only single https hosts can be added', () => {
  const refused = (sources: PageSources['sources']) => () =>
    new Registry([core, definePlugin({ id: 'maps', contributions: [contribute(PAGE_SOURCES, 'maps', { sources })] })])
  for (const wrong of [
    '*',
    "'unsafe-inline'",
    "'unsafe-eval'",
    'https:',
    'data:',
    'https://*.example',
    'http://maps.example',
    'https://a.example; script-src *',
  ])
    expect(refused({ 'script-src': [wrong] }), wrong).toThrow(/"maps".*does not fit/)
  expect(refused({ 'default-src': ['https://maps.example'] } as never)).toThrow(/does not fit/)
  expect(refused({})).toThrow(/does not fit/)
  expect(refused({ 'script-src': ['https://maps.example/api/'] })).not.toThrow()
})
