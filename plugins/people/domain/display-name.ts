/** Longest name in e-mails. */
const MAX_LENGTH = 60

/**
 * A name for the salutation of an e-mail. Anybody can order with another person's address, so the name must not carry
 * a message: no URL, no phone number, no long text.
 */
export function toDisplayName(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{M}\p{N} .,'’‘·・‧-]+|\p{N}{3,}/gu, ' ')
    .replaceAll(/[.](?=[^\s.,])/g, '. ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, MAX_LENGTH).join('').trim()
}
