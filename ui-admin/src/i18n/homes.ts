import type { Locale } from 'stoa/api-types'

/** Fetch the texts of plugins whose screens were opened, each in a language. */
export const homes = new Set<(language: Locale) => Promise<void>>()
