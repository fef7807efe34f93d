/** Format of a code: characters that people can type and read aloud. */
export const CODE = /^[A-Z0-9][A-Z0-9_-]{1,39}$/

/** Normalizes typed codes and removes duplicates. */
export const parseCodes = (codes: readonly string[]): string[] => [
  ...new Set(codes.map((code) => code.trim().toUpperCase()).filter((code) => code !== '')),
]
