import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../core/root.ts'

/** Addresses put into a text as they are: with IPv6 one person has more of them than any limit counts. */
const bare = /\$\{(?:request|req)\.ip\}/

test('limits count networks, never single addresses, in the product and in what its guide shows', () => {
  const files = ['core', 'plugins', 'docs'].flatMap((folder) =>
    readdirSync(join(projectRoot(), folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|tsx|md)$/.test(file) && !file.endsWith('.test.ts'))
      .map((file) => `${folder}/${file}`),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => bare.test(readFileSync(join(projectRoot(), file), 'utf8')))).toEqual([])
})

test('such an address is found', () => expect(bare.test('hit(db, `x ${request.ip}`)')).toBe(true))
