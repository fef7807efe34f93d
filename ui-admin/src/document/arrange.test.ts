import { expect, test } from 'vitest'
import { arrange, leadsOn } from './arrange.ts'

const names = (steps: readonly { name: string }[]) => steps.map(({ name }) => name)

test('only the first forward action is primary, and destructive ones come last', () => {
  const { next, others } = arrange([
    { name: 'cancel', intent: 'danger' as const },
    { name: 'edit' },
    { name: 'pack', leads: true },
    { name: 'process', leads: true },
  ])
  expect(next?.name).toBe('pack')
  expect(names(others)).toEqual(['process', 'edit', 'cancel'])
})

test('no action is primary without a forward one', () => {
  const { next, others } = arrange([{ name: 'cancel', intent: 'danger' as const }, { name: 'refund' }])
  expect(next).toBeUndefined()
  expect(names(others)).toEqual(['refund', 'cancel'])
})

test('the intent of a transition decides whether it is a forward action', () => {
  expect([leadsOn({ intent: 'success' }), leadsOn({ intent: 'primary' })]).toEqual([true, true])
  expect([leadsOn({ intent: 'warning' }), leadsOn({ intent: 'danger' }), leadsOn({})]).toEqual([false, false, false])
})
