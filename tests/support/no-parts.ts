import type { StoreParts } from '../../ui-store/src/kit/types.ts'

/** Stands in for what the build gathers from plugins' pages: a test of one module needs none of them. */
export const parts: readonly StoreParts[] = []
