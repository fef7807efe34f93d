import { expect, test } from 'vitest'
import { type ConfigError, readConfig } from '../../cli/start/config.ts'

test('nothing set is a working configuration', () => {
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

test('proxies are given by address, network or name', () => {
  expect(readConfig({ STOA_TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).trustProxy).toEqual(['loopback', '10.0.0.0/8', '::1'])
})
