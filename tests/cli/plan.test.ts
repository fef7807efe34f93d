import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { midnight, moment, workingTime } from '../../cli/year/days.ts'
import { SeededRandom } from '../../cli/year/random.ts'
import { Plan } from '../../cli/year/plan.ts'

/** The schedule of the sample year, tested without a shop. */
const nothing = () => Promise.resolve()
const DAY = 86_400_000

describe('a schedule plan', () => {
  test('runs events in time order, and events of the same time in the order they were added', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (times) => {
        const plan = new Plan()
        for (const time of times) plan.add(new Date(time), nothing)
        const events = times.map(() => plan.take())
        expect(events.map((event) => [event?.time, event?.nth])).toEqual(
          times.map((time, nth) => [time, nth]).sort(([a = 0, i = 0], [b = 0, j = 0]) => a - b || i - j),
        )
        expect(plan.take()).toBeUndefined()
      }),
    )
  })

  test('keeps its order while events add more events', () => {
    const begin = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(begin, fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 40 }), (times, more) => {
        const plan = new Plan()
        for (const time of times) plan.add(new Date(time), nothing)
        const all = times.length + more.length
        const takenTimes: number[] = []
        for (let next = plan.take(); next; next = plan.take()) {
          takenTimes.push(next.time)
          // An event is always scheduled after the event that schedules it.
          const later = more.pop()
          if (later !== undefined) plan.add(new Date(next.time + later), nothing)
        }
        expect(takenTimes).toEqual(takenTimes.toSorted((a, b) => a - b))
        expect(takenTimes).toHaveLength(all - more.length)
      }),
    )
  })

  test('runs each event once', async () => {
    const plan = new Plan()
    const done: string[] = []
    for (const [time, label] of [
      [3, 'c'],
      [1, 'a'],
      [2, 'b'],
    ] as const)
      plan.add(new Date(time), async () => done.push(label))
    for (let next = plan.take(); next; next = plan.take()) await next.scenario({} as never)
    expect(done).toEqual(['a', 'b', 'c'])
  })
})

describe('a day in Hong Kong', () => {
  const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  const hongKong = (date: Date) => new Date(date.getTime() + 8 * 3_600_000).toISOString()

  test('begins at midnight there', () => {
    expect(midnight(new Date('2026-03-01T15:59:59Z')).toISOString()).toBe('2026-02-28T16:00:00.000Z')
    expect(midnight(new Date('2026-03-01T16:00:00Z')).toISOString()).toBe('2026-03-01T16:00:00.000Z')
    fc.assert(
      fc.property(day, (date) => {
        const start = midnight(date)
        expect(hongKong(start)).toMatch(/T00:00:00\.000Z$/)
        expect([start <= date, date.getTime() - start.getTime() < DAY]).toEqual([true, true])
      }),
    )
  })

  test('computes a moment by days, hour and minute', () => {
    const from = midnight(new Date('2026-12-30T00:00:00Z'))
    expect(hongKong(moment(from, 2, 9, 5))).toBe('2027-01-01T09:05:00.000Z')
  })

  test.each([
    ['a Friday noon is itself', '2026-11-27T12:00', '2026-11-27T12:00'],
    ['the first minute of work is itself', '2026-11-27T09:30', '2026-11-27T09:30'],
    ['before work it is the first hour', '2026-11-27T09:29', '2026-11-27T09:59'],
    ['the last minute of work is itself', '2026-11-27T18:29', '2026-11-27T18:29'],
    ['after work it is the next day', '2026-11-27T18:30', '2026-11-28T10:00'],
    ['Saturday evening is Monday', '2026-11-28T20:15', '2026-11-30T09:45'],
    ['Sunday is Monday', '2026-11-29T12:00', '2026-11-30T09:30'],
    ['early on Sunday is Monday', '2026-11-29T03:10', '2026-11-30T09:40'],
  ])('of working time: %s', (_title, localTime, works) => {
    expect(hongKong(workingTime(new Date(`${localTime}:00+08:00`))).slice(0, 16)).toBe(works)
  })

  test('gives a working time that is never on Sunday, never earlier, at most two days later, and idempotent', () => {
    fc.assert(
      fc.property(day, (date) => {
        const works = workingTime(date)
        const [hour = 0, minute = 0] = hongKong(works).slice(11, 16).split(':').map(Number)
        expect(new Date(hongKong(works)).getUTCDay()).not.toBe(0)
        expect(hour * 60 + minute).toBeGreaterThanOrEqual(570)
        expect(hour * 60 + minute).toBeLessThan(1_110)
        expect(works >= date).toBe(true)
        expect(works.getTime() - date.getTime()).toBeLessThan(2 * DAY)
        expect(workingTime(works)).toEqual(works)
      }),
    )
  })
})

describe('the seeded random', () => {
  test('returns every integer between its bounds, both included', () => {
    const random = new SeededRandom('bounds')
    const results = new Set(Array.from({ length: 500 }, () => random.int(3, 6)))
    expect([...results].sort()).toEqual([3, 4, 5, 6])
    expect(new SeededRandom('one').int(7, 7)).toBe(7)
  })

  test('is true about as often as the given probability', () => {
    const random = new SeededRandom('share')
    const share = Array.from({ length: 4_000 }, () => random.chance(0.3)).filter(Boolean).length / 4_000
    expect(share).toBeGreaterThan(0.27)
    expect(share).toBeLessThan(0.33)
    expect([new SeededRandom('never').chance(0), new SeededRandom('always').chance(1)]).toEqual([false, true])
  })

  test('picks by weight: never weight zero, and twice as often at twice the weight', () => {
    const random = new SeededRandom('weights')
    const counts = { often: 0, seldom: 0, never: 0 }
    for (let i = 0; i < 3_000; i++) counts[random.pickWeighted({ often: 2, seldom: 1, never: 0 })]++
    expect(counts.never).toBe(0)
    expect(counts.often / counts.seldom).toBeGreaterThan(1.8)
    expect(counts.often / counts.seldom).toBeLessThan(2.2)
  })

  test('refuses to pick from an empty list with a message', () => {
    expect(() => new SeededRandom('x').pick([])).toThrow('nothing can be picked of an empty list')
    expect(new SeededRandom('x').pick(['only'])).toBe('only')
  })
})
