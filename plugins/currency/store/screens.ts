import type { StoreParts } from 'stoa/store'

/** Settings that the frame of the store needs to format amounts. */
export const settings: StoreParts['settings'] = ['currency']

export const screens: StoreParts['screens'] = {}
