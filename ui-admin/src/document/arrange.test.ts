import { expect, test } from 'vitest'
import { arrange, leadsOn } from './arrange.ts'

const names = (steps: readonly { name: string }[]) => steps.map(({ name }) => name)

test('only the first of the usual ways on stands out, and what ends a document comes last', () => {
  const { next, others } = arrange([
    { name: 'cancel', intent: 'danger' as const },
    { name: 'edit' },
    { name: 'pack', leads: true },
    { name: 'process', leads: true },
  ])
  expect(next?.name).toBe('pack')
  expect(names(others)).toEqual(['process', 'edit', 'cancel'])
})

test('nothing stands out where nothing leads on', () => {
  const { next, others } = arrange([{ name: 'cancel', intent: 'danger' as const }, { name: 'refund' }])
  expect(next).toBeUndefined()
  expect(names(others)).toEqual(['refund', 'cancel'])
})

test('a move leads on when its intent says so', () => {
  expect([leadsOn({ intent: 'success' }), leadsOn({ intent: 'primary' })]).toEqual([true, true])
  expect([leadsOn({ intent: 'warning' }), leadsOn({ intent: 'danger' }), leadsOn({})]).toEqual([false, false, false])
})
