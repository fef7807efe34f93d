import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'

/** Sidebar shrunk to icons. */
export const railAtom = atomWithStorage('stoa-rail', false, undefined, { getOnInit: true })

/** Navigation drawer on small screens. */
export const drawerAtom = atom(false)

/** The page in sight stands alone, without menu and bar. */
export const bareAtom = atom(false)

/** Command palette. */
export const paletteAtom = atom(false)
