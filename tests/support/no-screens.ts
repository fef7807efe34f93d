/** Replaces the list of server-filled fields that the build collects from plugins: tests of one module need only these. */
export const filled: readonly string[] = ['jar.code', 'jar.lids.code']
