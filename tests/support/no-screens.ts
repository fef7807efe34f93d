/** Stands in for what the build gathers from plugins' screens: a test of one module needs none of them. */
export const filled: readonly string[] = ['jar.code', 'jar.lids.code']
