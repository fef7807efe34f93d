/** Enough of an address to tell it from another at a counter: `m•••@shop.test`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...email][0] ?? ''}•••${email.slice(at)}`
}

/** The last four digits of a number, fewer of a short one. */
export const maskPhone = (phone: string): string => `••••${phone.slice(-Math.min(4, Math.floor(phone.length / 2)))}`
