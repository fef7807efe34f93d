/** A text without the characters of a set at its end. Linear, which a pattern such as `/-+$/` is not: that is tried again from each dash. */
export function trimTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
