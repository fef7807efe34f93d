import { isSealed, type Kernel, seal as sealFor, unseal as unsealFor } from '#core'

const PURPOSE = 'payments/secrets'

/** Whether a stored value is a sealed secret. */
export const sealed = isSealed

/** A secret of a method as it is stored. */
export const seal = (kernel: Pick<Kernel, 'config'>, plain: string): string => sealFor(kernel.config, PURPOSE, plain)

/** The secret again; empty when no key opens it. */
export const unseal = (kernel: Pick<Kernel, 'config'>, stored: string): string => unsealFor(kernel.config, PURPOSE, stored) ?? ''
