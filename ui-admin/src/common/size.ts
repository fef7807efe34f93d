/** Formats a size in bytes. */
export function sizeText(bytes: number, language: string): string {
  const big = bytes >= 1_048_576
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: big ? 1 : 0 })
  return big ? `${number.format(bytes / 1_048_576)} MB` : `${number.format(Math.max(1, bytes / 1_024))} KB`
}
