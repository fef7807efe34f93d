import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'

/** The menu shows icons only. */
export const railAtom = atomWithStorage('stoa-rail', false, undefined, { getOnInit: true })

/** Navigation drawer on small screens. */
export const drawerAtom = atom(false)

/** The page is shown without menu and top bar. */
export const bareAtom = atom(false)

/** The command palette is open. */
export const paletteAtom = atom(false)
