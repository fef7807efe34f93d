import { basic, type Ctx, type Db, isSealed, type Kernel, type Locale, outgoing, localizedSql, richToHtml, SEALED, sql, unseal } from 'stoa'
import { paymentKeys } from '../settings.ts'
import { type GatewayAccount, type PaymentAdapter, PROVIDERS } from './adapter.ts'

/** A way to pay, as checkout offers it. */
export interface PaymentOffer {
  id: number
  code: string
  title: string
  description: string
  hold_minutes: number
}

/** What a bill is, for choosing ways to pay it. */
export interface Asking {
  currency?: string | undefined
  /** Hundredths. */
  total?: number | undefined
  /** Where it is paid. */
  at?: 'store' | 'booking' | 'pos' | 'admin'
}

interface MethodRow extends PaymentOffer {
  provider: string
  enabled: boolean
  mode: 'test' | 'live'
  applies_to: string[]
  currencies: string[]
  min_minor: number | null
  max_minor: number | null
  config: Record<string, Record<string, unknown>>
}

interface CachedMethod extends Omit<MethodRow, 'config'> {
  complete: boolean
}

const columns = (
  ctx: Pick<Ctx, 'language' | 'mainLanguage'>,
) => sql`m.id, m.code, m.provider, m.enabled, m.mode, m.applies_to, m.currencies, m.min_minor,
  m.max_minor, m.hold_minutes, m.ext as config, ${localizedSql(sql`m.title`, ctx.language, ctx.mainLanguage)} as title,
  ${localizedSql(sql`m.instructions`, ctx.language, ctx.mainLanguage)} as instructions`

/** All methods of a language with their instructions as HTML and without anything secret, kept until one changes. */
function methods(ctx: Ctx): Promise<CachedMethod[]> {
  return ctx.kernel.cache.get(`payment methods ${ctx.language}`, ['payment_method', 'setting'], 300_000, () =>
    readMethods(ctx, ctx.kernel.db),
  )
}

const readMethods = async (ctx: Ctx, db: Db): Promise<CachedMethod[]> => (await readRows(db, ctx)).map((row) => withoutConfig(ctx, row))

const withoutConfig = ({ kernel }: Ctx, { config, ...m }: MethodRow): CachedMethod => ({
  ...m,
  complete: findMissingSettings(kernel, m.provider, clear(kernel, config)).length === 0,
})

/** The payment methods of a shop at one moment: read once, and asked before an amount is known. */
export interface PaymentTerms {
  /** Those a bill can be paid by, in order: enabled, completely set up, for its currency, amount and place. One of nothing needs no provider. */
  offers(asking: Asking): PaymentOffer[]
  /** One of them as the bill that is opened in the same transaction needs it; undefined outside of one. */
  methodOf(offer: Pick<PaymentOffer, 'id'>): Method | undefined
}

/** Reads the payment methods, in a transaction as they stand in it. */
export async function readPaymentTerms(ctx: Ctx, tx?: Db): Promise<PaymentTerms> {
  const rows = tx ? await readRows(tx, ctx) : []
  const all = tx ? rows.map((row) => withoutConfig(ctx, row)) : await methods(ctx)
  const open = all.filter((m) => m.enabled && m.complete && m.provider !== 'free')
  return {
    offers: (asking) =>
      (asking.total === 0 ? all.filter((m) => m.provider === 'free') : open.filter((m) => accepts(ctx.kernel, m, asking))).map(shown),
    methodOf({ id }) {
      const row = rows.find((m) => m.id === id)
      return row && asMethod(ctx.kernel, row, ctx.language)
    },
  }
}

/** The ways one bill can be paid, in order, with their instructions as HTML. Inside a transaction `tx` is asked. */
export const listOffers = async (ctx: Ctx, asking: Asking = {}, tx?: Db): Promise<PaymentOffer[]> =>
  (await readPaymentTerms(ctx, tx)).offers(asking)

/** All ways that are switched on, whatever they are for: what staff may name. */
export const listEnabledMethods = async (ctx: Ctx): Promise<Pick<PaymentOffer, 'code' | 'title'>[]> =>
  (await methods(ctx)).filter((m) => m.enabled).map(({ code, title }) => ({ code, title }))

const shown = ({ id, code, title, description, hold_minutes }: CachedMethod): PaymentOffer => ({
  id,
  code,
  title,
  description,
  hold_minutes,
})

function accepts(kernel: Kernel, m: CachedMethod, { currency, total, at = 'store' }: Asking): boolean {
  const adapter = kernel.contributions(PROVIDERS).get(m.provider)
  // At a counter money changes hands: pages of a gateway have nobody there to fill them in.
  if (at === 'pos' && adapter?.verify) return false
  if (!adapter || (m.applies_to.length > 0 && !m.applies_to.includes(at))) return false
  if (currency !== undefined) {
    if (m.currencies.length > 0 && !m.currencies.includes(currency)) return false
    if (adapter.currencies && !adapter.currencies.has(currency)) return false
    if (total !== undefined && adapter.fits && !adapter.fits({ amount: total, currency })) return false
  }
  return total === undefined || (total >= (m.min_minor ?? 0) && total <= (m.max_minor ?? Number.MAX_SAFE_INTEGER))
}

/** What secrets of payment methods were sealed for before the kernel sealed them itself: rows nobody wrote since hold such ones. */
const SEALED_BEFORE = 'payments/secrets'

/** A secret in the clear; empty when no key opens it. */
const opened = ({ config }: Kernel, stored: string): string => unseal(config, SEALED, stored) ?? unseal(config, SEALED_BEFORE, stored) ?? ''

/**
 * Fields of the configuration with its secrets in the clear: ours, and those other plugins added for providers of theirs.
 */
const clear = (kernel: Kernel, ext: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Record<string, string> =>
  Object.fromEntries(
    Object.values(ext)
      .flatMap((fields) => Object.entries(fields))
      .filter((e): e is [string, string] => typeof e[1] === 'string' && e[1] !== '')
      .map(([name, value]) => [name, isSealed(value) ? opened(kernel, value) : value]),
  )

/** Names of the fields a provider still needs. */
export function findMissingSettings(kernel: Kernel, provider: string, config: Readonly<Record<string, string>>): string[] {
  const adapter = kernel.contributions(PROVIDERS).get(provider)
  return adapter ? adapter.needs(config).filter((name) => !config[name]) : ['provider']
}

/** A method with its adapter and all that its provider must know. */
export interface Method {
  account: GatewayAccount
  adapter: PaymentAdapter
  title: string
  instructions: string
  hold_minutes: number
}

/** All methods as they stand in the table, what is secret in them sealed as there. */
async function readRows(db: Db, spoken: Pick<Ctx, 'language' | 'mainLanguage'>): Promise<MethodRow[]> {
  const rows = await db.rows<Omit<MethodRow, 'description'> & { instructions: string | null }>(
    sql`select ${columns(spoken)} from payment_method m order by m."order", m.id`,
    `payments.methods-${spoken.language}-${spoken.mainLanguage}`,
  )
  return rows.map(({ instructions, ...row }) => ({ ...row, description: richToHtml(instructions) }))
}

/** A method by its number or code, secrets in the clear. Undefined when it, or its provider, is not there. */
export async function findMethod(
  kernel: Kernel,
  by: { id: number } | { code: string },
  ctx?: Ctx,
  db: Db = kernel.db,
): Promise<Method | undefined> {
  const language = { language: ctx?.language ?? kernel.settings.mainLanguage, mainLanguage: kernel.settings.mainLanguage }
  // Never kept: it may be of a moment ago, and a gateway speaks with whoever knows its secrets.
  const rows = await readRows(db, language)
  const row = rows.find((m) => ('id' in by ? m.id === by.id : m.code === by.code))
  return row && asMethod(kernel, row, language.language)
}

/** A method with its provider's adapter, secrets in the clear; undefined where the provider is not there. */
function asMethod(kernel: Kernel, row: MethodRow, language: Locale): Method | undefined {
  const adapter = kernel.contributions(PROVIDERS).get(row.provider)
  if (!adapter) return undefined
  return {
    account: {
      id: row.id,
      code: row.code,
      provider: row.provider,
      mode: row.mode,
      config: clear(kernel, row.config),
      pem: kernel.settings.of(paymentKeys).pem ?? '',
      shop: String(kernel.settings.of(basic, language).name ?? ''),
      call: outgoing(kernel.config),
    },
    adapter,
    title: row.title,
    instructions: row.description,
    hold_minutes: row.hold_minutes,
  }
}
