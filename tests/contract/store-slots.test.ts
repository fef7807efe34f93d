import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { projectRoot } from '../../core/root.ts'

const read = (file: string) => readFileSync(join(projectRoot(), file), 'utf8')

/** Slots listed in the store slots chapter of the guide. */
function listed(): string[] {
  const chapter = read('docs/guide/plugin-author.md').split('### Slots of the store')[1]?.split('\n### ')[0] ?? ''
  return [...chapter.matchAll(/^\| ((?:`[a-z.]+`(?:, )?)+) \|/gm)].flatMap(([, places = '']) =>
    [...places.matchAll(/`([a-z.]+)`/g)].map(([, at = '']) => at),
  )
}

const sources = ['plugins', 'ui-store/src']
  .flatMap((folder) => readdirSync(join(projectRoot(), folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /^(plugins\/[^/]+\/store|ui-store\/src)\/.*(?<!\.test)\.tsx$/.test(file))
  .map(read)

test('the guide lists exactly the slots of the store', async () => {
  const drawn = sources.flatMap((source) => [...source.matchAll(/<Slots\b[^>]*? at="([a-z.]+)"/g)].map(([, at = '']) => at))
  const filled = (await loadPlugins(listedPlugins([]))).flatMap(({ plugin }) => (plugin.store?.slots ?? []).map(({ at }) => at))
  const places = listed()
  expect(places.length).toBeGreaterThan(15)
  expect([...drawn, ...filled].filter((at) => !places.includes(at))).toEqual([])
  const isOffered = (at: string) =>
    filled.includes(at) || sources.some((source) => source.includes(`"${at}"`) || source.includes(`'${at}'`))
  expect(places.filter((at) => !isOffered(at))).toEqual([])
})
