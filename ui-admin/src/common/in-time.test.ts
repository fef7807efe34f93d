import { afterEach, expect, test, vi } from 'vitest'
import { inTime, MOST, NotLoaded } from './in-time.ts'

afterEach(() => vi.useRealTimers())

test('a part that comes is handed on', async () => {
  expect(await inTime(async () => ({ Screen: 1 }))).toEqual({ Screen: 1 })
})

test('a part that does not come is given up after two minutes, not before', async () => {
  vi.useFakeTimers()
  const handler = vi.fn<(error: unknown) => void>()
  void inTime(() => new Promise(() => undefined)).catch(handler)
  await vi.advanceTimersByTimeAsync(MOST - 1)
  expect(handler).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(handler.mock.calls[0]?.[0]).toBeInstanceOf(NotLoaded)
  expect(MOST).toBe(120_000)
})

test('a part that fails, or of which nothing comes, is no page', async () => {
  await expect(inTime(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toBeInstanceOf(NotLoaded)
  await expect(inTime(async () => undefined)).rejects.toBeInstanceOf(NotLoaded)
})
