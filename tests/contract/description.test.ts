import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi } from '../../cli/openapi/document.ts'
import { type TestApp, testApp } from '../support/app.ts'

const { Spectral } = spectral

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

const judge = async (api: object) => {
  const linter = new Spectral()
  // Whom to write to is the shop's to say, not the product's.
  linter.setRuleset({ extends: [[oas as never, 'all']], rules: { 'info-contact': 'off' } })
  const found = await linter.run(JSON.parse(JSON.stringify(api)))
  return [...new Set(found.map(({ code, message, path }) => `${String(code)}: ${message} (${path.join('.')})`))]
}

test('the description of the API keeps the rules of the field', async () => {
  const found = await judge(openApi(it.app.http))
  expect(found.slice(0, 20), `${found.length} in all`).toEqual([])
}, 300_000)

test('a description that breaks them is found', async () => {
  const api = structuredClone(JSON.parse(JSON.stringify(openApi(it.app.http))))
  const some = api.paths['/api/admin/role'].get
  api.paths['/api/admin/role'] = { get: { ...some, operationId: undefined, tags: [] } }
  expect((await judge({ ...api, paths: { '/api/admin/role': api.paths['/api/admin/role'] } })).join('\n')).toContain(
    'operation-operationId',
  )
}, 300_000)
