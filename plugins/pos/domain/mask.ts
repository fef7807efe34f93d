/** A masked e-mail address that can still be told from others: `m•••@shop.test`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...email][0] ?? ''}•••${email.slice(at)}`
}

/** A masked phone number: its last four digits, fewer for a short one. */
export const maskPhone = (phone: string): string => `••••${phone.slice(-Math.min(4, Math.floor(phone.length / 2)))}`
