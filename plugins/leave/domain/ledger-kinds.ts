/** Kinds of ledger rows. */
export const ledgerKinds = ['grant', 'accrual', 'carry', 'expire', 'take', 'cancel', 'adjust', 'encash'] as const
export type LedgerKind = (typeof ledgerKinds)[number]
