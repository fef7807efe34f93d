import type { StoreParts } from 'stoa/store'

/** The frame of the store writes amounts by them. */
export const settings: StoreParts['settings'] = ['currency']

export const screens: StoreParts['screens'] = {}
