import { afterEach, expect, test, vi } from 'vitest'
import { inTime, MOST, NotLoaded } from './load-chunk.ts'

afterEach(() => vi.useRealTimers())

test('a module that loads is returned', async () => {
  expect(await inTime(async () => ({ Screen: 1 }))).toEqual({ Screen: 1 })
})

test('a module that does not load fails after two minutes, not before', async () => {
  vi.useFakeTimers()
  const handler = vi.fn<(error: unknown) => void>()
  void inTime(() => new Promise(() => undefined)).catch(handler)
  await vi.advanceTimersByTimeAsync(MOST - 1)
  expect(handler).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(handler.mock.calls[0]?.[0]).toBeInstanceOf(NotLoaded)
  expect(MOST).toBe(120_000)
})

test('a module that fails or is empty is reported as not loaded', async () => {
  await expect(inTime(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toBeInstanceOf(NotLoaded)
  await expect(inTime(async () => undefined)).rejects.toBeInstanceOf(NotLoaded)
})
