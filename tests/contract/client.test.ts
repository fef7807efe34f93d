import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectRoot } from 'stoa'
import { openApi } from '../../cli/openapi/document.ts'
import { listedPlugins } from '../../cli/start/load.ts'
import { seed } from '../../cli/seed.ts'
import { testApp } from '../support/app.ts'

const run = promisify(execFile)
const root = projectRoot()

/** A minimal request body for staff clients: fields with a default are left out. */
const STAFF = `import type { paths } from './stoa.d.ts'
type Body = NonNullable<paths['/api/admin/product']['post']['requestBody']>['content']['application/json']
export const tea: Body = { name: { 'en-US': 'Tea' }, sku: 'T1', url: 't1', stocks: [{ price: '10.00' }] }
`

/**
 * Compiles the example against types generated from the API of these plugins, and returns the compiler output. @param more additional
 * compiler arguments
 */
async function compiled(plugins: readonly string[], more: readonly string[] = []): Promise<string> {
  const it = await testApp(plugins)
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, 'node_modules/.cache/client-'))
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApi(it.app.http)))
    copyFileSync(join(root, 'docs/examples/client.ts'), join(folder, 'client.ts'))
    writeFileSync(join(folder, 'staff.ts'), STAFF)
    const maker = join(root, 'node_modules/openapi-typescript/bin/cli.js')
    await run(process.execPath, [maker, 'openapi.json', '-o', 'stoa.d.ts', '--default-non-nullable=false'], { cwd: folder })
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--target',
      'es2023',
      '--module',
      'nodenext',
      '--allowImportingTsExtensions',
      '--types',
      'node',
    ]
    const { stdout } = await run(
      process.execPath,
      [join(root, 'node_modules/typescript-7/bin/tsc'), ...options, ...more, 'client.ts', 'staff.ts'],
      {
        cwd: folder,
      },
    ).catch((error: unknown) => error as { stdout: string })
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await it.close()
  }
}

const all = listedPlugins([])

test('a program written against the generated API types compiles, also without plugins it does not use', async () => {
  expect(await compiled(all)).toBe('')
  const off = ['wishlist', 'ebook', 'labels']
  // The test above checks the types themselves, which takes as long as all other checks together.
  expect(
    await compiled(
      all.filter((name) => !off.includes(name)),
      ['--skipLibCheck'],
    ),
  ).toBe('')
}, 300_000)

test('it does not compile when an API it uses is missing', async () => {
  expect(await compiled(['catalogue'], ['--skipLibCheck'])).toContain('/api/cart/item')
}, 300_000)

/** The commands in the header comment of the example, one a line. */
const commands = readFileSync(join(root, 'docs/examples/client.ts'), 'utf8')
  .split('\n')
  .flatMap((line) => /^ \* {5}(\S.*)$/.exec(line)?.[1] ?? [])

test('it runs with the documented commands against the product with its demo shop', async () => {
  expect(commands.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['stoa openapi', 'npx openapi-typescript', 'npx tsx'])
  const guide = readFileSync(join(root, 'docs/guide/http-api.md'), 'utf8').split('\n')
  expect(guide).toEqual(expect.arrayContaining(commands))
  const it = await testApp()
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, 'node_modules/.cache/client-'))
  try {
    await seed(it.ctx, 'small')
    const url = await it.app.http.listen({ port: 0, host: '127.0.0.1' })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    copyFileSync(join(root, 'docs/examples/client.ts'), join(folder, 'client.ts'))
    // The description is generated from the running product.
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApi(it.app.http)))
    let output = ''
    for (const line of commands.filter((command) => command.startsWith('npx '))) {
      const [program = '', ...words] = line.replace('http://127.0.0.1:3000', url).split(' ').slice(1)
      output = (await run(join(root, 'node_modules/.bin', program), words, { cwd: folder })).stdout
    }
    expect(output).toMatch(/\d+ products; taking .+\n2 × .+\nTogether \d+\.\d\d HKD; paid by .+/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await it.close()
  }
}, 120_000)
