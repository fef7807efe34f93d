/** Removes trailing characters of a set. Linear, unlike a pattern such as `/-+$/`, which backtracks from each dash. */
export function trimTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
