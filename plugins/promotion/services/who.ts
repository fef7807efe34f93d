import { type Ctx, sign } from '#core'

/** Marks of who buys: of the account, the address and the number. Of no use to anybody but this shop. */
export function marksOf(
  { kernel }: Pick<Ctx, 'kernel'>,
  { customer, email, phone }: { customer: number | null; email?: string | null; phone?: string | null },
): string[] {
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  return [
    ...(customer === null ? [] : [`customer ${customer}`]),
    ...(email ? [`email ${sign(kernel.config, 'promotion', email.trim().toLowerCase())}`] : []),
    ...(digits ? [`phone ${sign(kernel.config, 'promotion', digits)}`] : []),
  ]
}
