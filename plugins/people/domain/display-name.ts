/** As many letters as somebody is called by at most. */
const MOST = 60

/**
 * A name as letters call somebody by it. Whoever orders may give the address of anybody, so a letter of the shop must not carry a
 * stranger's words: no address that mail programs make a link of, no number to call, nothing as long as a message.
 */
export function toDisplayName(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{M}\p{N} .,'’‘·・‧-]+|\p{N}{3,}/gu, ' ')
    .replaceAll(/[.](?=[^\s.,])/g, '. ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, MOST).join('').trim()
}
