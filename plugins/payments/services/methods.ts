import { basic, type Ctx, type Db, isSealed, type Kernel, type Locale, outgoing, localizedSql, richToHtml, SEALED, sql, unseal } from 'stoa'
import { paymentKeys } from '../settings.ts'
import { type GatewayAccount, type PaymentAdapter, PROVIDERS } from './adapter.ts'

/** A payment method available at checkout. */
export interface PaymentOffer {
  id: number
  code: string
  title: string
  description: string
  /** Minutes until an unpaid order of this method is canceled and its stock released. */
  hold_minutes: number
}

/** Payment properties that decide which methods are available. */
export interface PaymentFilter {
  currency?: string | undefined
  /** In hundredths. */
  total?: number | undefined
  /** Sales channel of the payment. */
  channel?: 'store' | 'booking' | 'pos' | 'admin'
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

const methodColumns = (
  ctx: Pick<Ctx, 'language' | 'mainLanguage'>,
) => sql`m.id, m.code, m.provider, m.enabled, m.mode, m.applies_to, m.currencies, m.min_minor,
  m.max_minor, m.hold_minutes, m.ext as config, ${localizedSql(sql`m.title`, ctx.language, ctx.mainLanguage)} as title,
  ${localizedSql(sql`m.instructions`, ctx.language, ctx.mainLanguage)} as instructions`

/** All methods in a language, with instructions as HTML and without secrets. Cached until a method changes. */
function readCachedMethods(ctx: Ctx): Promise<CachedMethod[]> {
  return ctx.kernel.cache.get(`payment methods ${ctx.language}`, ['payment_method', 'setting'], 300_000, () =>
    readMethods(ctx, ctx.kernel.db),
  )
}

const readMethods = async (ctx: Ctx, db: Db): Promise<CachedMethod[]> => (await readRows(db, ctx)).map((row) => toCachedMethod(ctx, row))

const toCachedMethod = ({ kernel }: Ctx, { config, ...m }: MethodRow): CachedMethod => ({
  ...m,
  complete: findMissingSettings(kernel, m.provider, decryptConfig(kernel, config)).length === 0,
})

/** The payment methods of a shop at one moment: read once, then queried before the amount is known. */
export interface PaymentTerms {
  /**
   * Available methods in order: enabled, fully configured, and matching currency, amount and channel. A zero amount
   * needs no provider.
   */
  listOffers(filter: PaymentFilter): PaymentOffer[]
  /** One of them for an attempt opened in the same transaction; undefined outside of a transaction. */
  getMethod(offer: Pick<PaymentOffer, 'id'>): Method | undefined
}

/** Reads the payment methods; inside a transaction, as the transaction sees them. */
export async function readPaymentTerms(ctx: Ctx, tx?: Db): Promise<PaymentTerms> {
  const rows = tx ? await readRows(tx, ctx) : []
  const allMethods = tx ? rows.map((row) => toCachedMethod(ctx, row)) : await readCachedMethods(ctx)
  const available = allMethods.filter((m) => m.enabled && m.complete && m.provider !== 'free')
  return {
    listOffers: (filter) =>
      (filter.total === 0
        ? allMethods.filter((m) => m.provider === 'free')
        : available.filter((m) => isAvailable(ctx.kernel, m, filter))
      ).map(toOffer),
    getMethod({ id }) {
      const row = rows.find((m) => m.id === id)
      return row && toMethod(ctx.kernel, row, ctx.language)
    },
  }
}

/** Available methods for a payment, in order, with instructions as HTML. `tx` is used inside a transaction. */
export const listOffers = async (ctx: Ctx, filter: PaymentFilter = {}, tx?: Db): Promise<PaymentOffer[]> =>
  (await readPaymentTerms(ctx, tx)).listOffers(filter)

/** All enabled methods, whatever their restrictions, for staff to choose from. */
export const listEnabledMethods = async (ctx: Ctx): Promise<Pick<PaymentOffer, 'code' | 'title'>[]> =>
  (await readCachedMethods(ctx)).filter((m) => m.enabled).map(({ code, title }) => ({ code, title }))

const toOffer = ({ id, code, title, description, hold_minutes }: CachedMethod): PaymentOffer => ({
  id,
  code,
  title,
  description,
  hold_minutes,
})

function isAvailable(kernel: Kernel, m: CachedMethod, { currency, total, channel = 'store' }: PaymentFilter): boolean {
  const adapter = kernel.contributions(PROVIDERS).get(m.provider)
  // At the point of sale nobody can complete a gateway's payment page.
  if (channel === 'pos' && adapter?.verifyWebhook) return false
  if (!adapter || (m.applies_to.length > 0 && !m.applies_to.includes(channel))) return false
  if (currency !== undefined) {
    if (m.currencies.length > 0 && !m.currencies.includes(currency)) return false
    if (adapter.currencies && !adapter.currencies.has(currency)) return false
    if (total !== undefined && adapter.supportsAmount && !adapter.supportsAmount({ amount: total, currency })) return false
  }
  return total === undefined || (total >= (m.min_minor ?? 0) && total <= (m.max_minor ?? Number.MAX_SAFE_INTEGER))
}

/** Encryption purpose of method secrets before the kernel encrypted them; rows not written since then still use it. */
const LEGACY_SEAL_PURPOSE = 'payments/secrets'

/** A decrypted secret; empty if no key decrypts it. */
const decryptSecret = ({ config }: Kernel, stored: string): string =>
  unseal(config, SEALED, stored) ?? unseal(config, LEGACY_SEAL_PURPOSE, stored) ?? ''

/** Configuration with decrypted secrets, including fields that other plugins added for their providers. */
const decryptConfig = (kernel: Kernel, ext: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Record<string, string> =>
  Object.fromEntries(
    Object.values(ext)
      .flatMap((fields) => Object.entries(fields))
      .filter((e): e is [string, string] => typeof e[1] === 'string' && e[1] !== '')
      .map(([name, value]) => [name, isSealed(value) ? decryptSecret(kernel, value) : value]),
  )

/** Settings the provider still needs. */
export function findMissingSettings(kernel: Kernel, provider: string, config: Readonly<Record<string, string>>): string[] {
  const adapter = kernel.contributions(PROVIDERS).get(provider)
  return adapter ? adapter.listRequiredSettings(config).filter((name) => !config[name]) : ['provider']
}

/** A payment method with its adapter and provider configuration. */
export interface Method {
  account: GatewayAccount
  adapter: PaymentAdapter
  title: string
  instructions: string
  hold_minutes: number
}

/** All methods from the table, with their secrets still encrypted. */
async function readRows(db: Db, languages: Pick<Ctx, 'language' | 'mainLanguage'>): Promise<MethodRow[]> {
  const rows = await db.rows<Omit<MethodRow, 'description'> & { instructions: string | null }>(
    sql`select ${methodColumns(languages)} from payment_method m order by m."order", m.id`,
    `payments.methods-${languages.language}-${languages.mainLanguage}`,
  )
  return rows.map(({ instructions, ...row }) => ({ ...row, description: richToHtml(instructions) }))
}

/** A method by its id or code, with decrypted secrets. Undefined if the method or its provider does not exist. */
export async function findMethod(
  kernel: Kernel,
  by: { id: number } | { code: string },
  ctx?: Ctx,
  db: Db = kernel.db,
): Promise<Method | undefined> {
  const language = { language: ctx?.language ?? kernel.settings.mainLanguage, mainLanguage: kernel.settings.mainLanguage }
  // Not cached: a cached copy may be outdated, and secrets must be current.
  const rows = await readRows(db, language)
  const row = rows.find((m) => ('id' in by ? m.id === by.id : m.code === by.code))
  return row && toMethod(kernel, row, language.language)
}

/** A method with its provider's adapter and decrypted secrets; undefined if the provider is not installed. */
function toMethod(kernel: Kernel, row: MethodRow, language: Locale): Method | undefined {
  const adapter = kernel.contributions(PROVIDERS).get(row.provider)
  if (!adapter) return undefined
  return {
    account: {
      id: row.id,
      code: row.code,
      provider: row.provider,
      mode: row.mode,
      config: decryptConfig(kernel, row.config),
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
