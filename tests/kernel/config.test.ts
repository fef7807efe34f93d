import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ConfigError, readConfig } from '../../cli/start/config.ts'

test('an empty environment is a working configuration', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', worker: true, databaseUrl: undefined, trustProxy: [] })
})

test('every problem is named at once, by its variable', () => {
  const problems = (() => {
    try {
      readConfig({
        STOA_PORT: 'x',
        DATABASE_URL: 'mysql://a',
        STOA_LOG: 'loud',
        STOA_TRUST_PROXY: '1',
        STOA_SECRETS: 'short',
        STOA_POOL: '0',
      })
    } catch (error) {
      return (error as ConfigError).problems
    }
    return []
  })()
  expect(problems.map((p) => /[A-Z_]{4,}/.exec(p)?.[0]).sort()).toEqual([
    'DATABASE_URL',
    'STOA_LOG',
    'STOA_POOL',
    'STOA_PORT',
    'STOA_SECRETS',
    'STOA_TRUST_PROXY',
  ])
})

test('proxies are given by IP address, network or name', () => {
  expect(readConfig({ STOA_TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).trustProxy).toEqual(['loopback', '10.0.0.0/8', '::1'])
})

const getProblems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
  } catch (error) {
    return (error as ConfigError).problems
  }
  return []
}

test('numbers have bounds, and an error states them', () => {
  expect(readConfig({ STOA_PORT: '0', STOA_POOL: '200', STOA_DRAIN_MS: '60000' })).toMatchObject({ port: 0, pool: 200, drainDelay: 60_000 })
  for (const port of ['-1', '65536', '80.5', '8o', '1e9', 'Infinity'])
    expect(getProblems({ STOA_PORT: port })).toEqual([`STOA_PORT must be a whole number from 0 to 65535, not "${port}"`])
  expect(readConfig({ PORT: '8080' }).port).toBe(8080)
  expect(readConfig({ PORT: '8080', STOA_PORT: '81' }).port).toBe(81)
})

test('the public URL follows from the listen address unless it is configured', () => {
  expect(readConfig({ STOA_HOST: '0.0.0.0', STOA_PORT: '81' }).publicUrl).toBe('http://127.0.0.1:81')
  expect(readConfig({ STOA_HOST: '::' }).publicUrl).toBe('http://127.0.0.1:3000')
  expect(readConfig({ STOA_HOST: '10.0.0.5' }).publicUrl).toBe('http://10.0.0.5:3000')
  expect(readConfig({ STOA_URL: ' https://shop.test// ' }).publicUrl).toBe('https://shop.test')
  for (const wrong of ['shop.test', 'ftp://shop.test', 'javascript:x']) expect(getProblems({ STOA_URL: wrong }), wrong).toHaveLength(1)
})

test('a value can be read from a file; an unreadable file is named', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stoa-config-'))
  writeFileSync(join(dir, 'token'), ' a token \n')
  expect(readConfig({ STOA_METRICS_TOKEN_FILE: join(dir, 'token'), STOA_METRICS_TOKEN: 'another' }).metricsToken).toBe('a token')
  expect(getProblems({ STOA_METRICS_TOKEN_FILE: join(dir, 'none') })).toEqual(['STOA_METRICS_TOKEN_FILE cannot be read'])
  rmSync(dir, { recursive: true })
})

test('keys have a minimum length or are absent, and keep their order', () => {
  const [one, two] = ['a'.repeat(32), 'b'.repeat(32)]
  expect(readConfig({ STOA_SECRETS: `${one}, ${two},` }).secrets).toEqual([one, two])
  expect(getProblems({ STOA_SECRETS: `${one},${'c'.repeat(31)}` })).toEqual(['STOA_SECRETS: every key needs at least 32 characters'])
  expect(readConfig({ STOA_SECRETS: ' ' }).secrets).toEqual([])
})

test('log level, worker and outgoing accept only listed values', () => {
  expect(readConfig({ STOA_WORKER: 'off', STOA_LOG: 'debug', STOA_OUTGOING: 'any' })).toMatchObject({
    worker: false,
    logLevel: 'debug',
    outgoing: 'any',
  })
  expect(readConfig({}).outgoing).toBe('public')
  for (const [name, value] of [
    ['STOA_WORKER', 'no'],
    ['STOA_OUTGOING', 'all'],
    ['STOA_LOG', 'INFO'],
  ] as const)
    expect(getProblems({ [name]: value })[0]).toMatch(new RegExp(`^${name} must be one of .*, not "${value}"$`))
  expect(readConfig({ PLUGINS_OFF: 'ebook, ,labels' }).pluginsOff).toEqual(['ebook', 'labels'])
})

test.each(['*', 'true', '10.0.0.0/33', '::/129', '10.0.0', 'LOOPBACK', '10.0.0.0/', '10.0.0.0/8x', '0.0.0.0/-1'])(
  '%j is refused as a trusted proxy',
  (entry) => expect(getProblems({ STOA_TRUST_PROXY: `loopback,${entry}` })).toEqual([expect.stringContaining(`not "${entry}"`)]),
)
