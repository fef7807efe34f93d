import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paint } from '../../cli/paint.ts'

beforeEach(() => {
  // A build server: the colour library takes it for a colour terminal.
  vi.stubEnv('CI', '1')
  for (const name of ['FORCE_COLOR', 'NO_COLOR']) vi.stubEnv(name, undefined)
  vi.stubEnv('TERM', 'xterm')
})
afterEach(() => vi.unstubAllEnvs())

const isColored = (stream: { isTTY?: boolean }) => paint(stream).green('x') !== 'x'

test('a pipe gets no colours, also on a build server', () => {
  expect(isColored({})).toBe(false)
})

test('a terminal gets colours unless it is dumb or they are refused', () => {
  expect(isColored({ isTTY: true })).toBe(true)
  vi.stubEnv('TERM', 'dumb')
  expect(isColored({ isTTY: true })).toBe(false)
  vi.stubEnv('TERM', 'xterm')
  vi.stubEnv('NO_COLOR', '1')
  expect(isColored({ isTTY: true })).toBe(false)
})

test('FORCE_COLOR colours a pipe, and 0 does not', () => {
  vi.stubEnv('FORCE_COLOR', '1')
  expect(isColored({})).toBe(true)
  vi.stubEnv('FORCE_COLOR', '0')
  expect(isColored({})).toBe(false)
})
