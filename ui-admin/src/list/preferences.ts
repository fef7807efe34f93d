import { atomWithStorage } from 'jotai/utils'

/** Columns a person hid, by resource. */
export const hiddenColumnsAtom = atomWithStorage<Record<string, string[]>>('stoa-columns', {}, undefined, {
  getOnInit: true,
})

/** Low rows for those who want to see more of them. */
export const compactAtom = atomWithStorage('stoa-compact', false, undefined, { getOnInit: true })
