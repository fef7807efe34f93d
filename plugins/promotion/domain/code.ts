/** What a code may be: what people can type and read out. */
export const CODE = /^[A-Z0-9][A-Z0-9_-]{1,39}$/

/** Codes as they were typed, each once, as they are kept. */
export const parseCodes = (codes: readonly string[]): string[] => [
  ...new Set(codes.map((code) => code.trim().toUpperCase()).filter((code) => code !== '')),
]
