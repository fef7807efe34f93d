import { useMemo } from 'react'
import type { Subset } from '../../../../ui-admin/src/kit/index.ts'
import { texts } from '../texts.ts'

const useTexts = texts('subset')

const only = { type: 'service' } as const
const preset = { track_inventories: false }

/** The products that are services, for those who work on the applications for them. */
export function useServices(): Subset {
  const say = useTexts()
  const [label, plural] = [say('label'), say('plural')]
  return useMemo(() => ({ path: 'application-product', label, plural, only, preset }), [label, plural])
}
