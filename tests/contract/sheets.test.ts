import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRecords, getLayout } from '../../plugins/sheets/index.ts'
import { getTargets } from '../../plugins/sheets/mapping/mapping.ts'
import { builtInMappings, type Named } from '../../plugins/sheets/mapping/mappings.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** Requirements of sheets for every resource. */
let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

test('every importable resource has columns that identify its rows', () => {
  const { registry } = it.kernel
  const lacking = [...registry.resources.values()]
    .filter((r) => r.verbs.includes('import'))
    .filter((r) => {
      const { head } = getLayout(registry, r, 'en-US')
      return head.key.length === 0 || !head.key.every((f) => head.columns.some((c) => c.field === f))
    })
  expect(lacking.map((r) => r.name)).toEqual([])
})

/** Headers that a mapping assigns to the key columns of a resource. */
function keyHeaders({ resource, mapping }: Named): string[] {
  const { head } = getLayout(it.kernel.registry, it.kernel.registry.resource(resource), 'en-US')
  const keys = new Set(head.columns.flatMap((c) => (c.field && head.key.includes(c.field) ? [c.name] : [])))
  return Object.entries(mapping.columns).flatMap(([name, targets]) =>
    targets !== null && getTargets(targets).some((target) => keys.has(typeof target === 'string' ? target : target.to)) ? [name] : [],
  )
}

test('every column of a built-in mapping for another system has a target when all plugins are enabled', () => {
  const lost = builtInMappings(it.kernel).flatMap(({ name, mapping }) =>
    Object.entries(mapping.columns).flatMap(([column, targets]) =>
      targets !== null && getTargets(targets).length === 0 ? [`${name}: ${column}`] : [],
    ),
  )
  expect(lost).toEqual([])
})

test('a foreign sheet without its key column is refused with the missing, similar and existing columns', async () => {
  const { registry } = it.kernel
  const bare = builtInMappings(it.kernel).filter(({ resource }) => registry.resource(resource).def.sheet?.findBy === undefined)
  const refusedMappings: string[] = []
  for (const preset of bare) {
    const keys = keyHeaders(preset)
    const inCells = Object.keys(preset.mapping.parse ?? {})
    const columns = [...new Set([...preset.fingerprint, ...Object.keys(preset.mapping.columns)])].filter(
      (name) => !name.includes('*') && !inCells.some((cell) => name.startsWith(`${cell}.`)),
    )
    const key = keys.find((name) => columns.includes(name))
    // A sheet whose fingerprint consists mostly of key columns cannot be recognized without them.
    if (key === undefined || preset.fingerprint.filter((name) => !keys.includes(name)).length * 2 < preset.fingerprint.length) continue
    // A misspelt key column.
    const header = [...columns.filter((name) => !keys.includes(name)), `${key}z`]
    const csv = [header, header.map(() => '1')].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n')
    const refused = await importRecords(it.ctx, preset.resource, { name: 'a.csv', bytes: Buffer.from(csv) }, { dryRun: true }).catch(
      (error: unknown) => error,
    )
    // Another column may have the same name as a column of our own sheets.
    if (!(refused instanceof Error)) continue
    refusedMappings.push(preset.name)
    const messagesText = JSON.stringify((refused as { messages?: unknown }).messages)
    expect(messagesText, preset.name).toContain(`"nearest":"${key}z"`)
    expect(messagesText, preset.name).toContain(header[0])
  }
  expect(refusedMappings.length).toBeGreaterThan(20)
})
