import type { Seed } from 'stoa'
import { reportUnmatched } from './services/ledger.ts'

const methods = [
  {
    code: 'bank_transfer',
    order: 10,
    title: { 'en-US': 'Bank transfer or FPS', 'zh-HK': '銀行轉帳或轉數快', 'zh-CN': '银行转账或转数快' },
    instructions: {
      'en-US':
        '<p>Please transfer the total to <strong>HSBC 123-456789-001</strong> or FPS ID <strong>1234567</strong> within three days, with your order number as the reference.</p>',
      'zh-HK': '<p>請於三天內轉帳至<strong>滙豐銀行 123-456789-001</strong> 或轉數快識別碼 <strong>1234567</strong>，並註明訂單編號。</p>',
      'zh-CN': '<p>请于三天内转账至<strong>汇丰银行 123-456789-001</strong> 或转数快识别码 <strong>1234567</strong>，并注明订单编号。</p>',
    },
  },
  {
    code: 'cash',
    offline_way: 'in_person',
    order: 20,
    title: { 'en-US': 'Cash on collection or delivery', 'zh-HK': '取貨或送貨時付款', 'zh-CN': '取货或送货时付款' },
    instructions: {
      'en-US': '<p>Please have the exact amount ready.</p>',
      'zh-HK': '<p>請準備所需金額。</p>',
      'zh-CN': '<p>请准备所需金额。</p>',
    },
  },
]

/** Payment methods of the sample year; they need no outside service either. */
const sampleYearMethods = [
  {
    code: 'fps',
    order: 5,
    hold_minutes: 2_880,
    title: { 'en-US': 'FPS', 'zh-HK': '轉數快', 'zh-CN': '转数快' },
    instructions: {
      'en-US': '<p>FPS ID <strong>1234567</strong>, with your order number as the reference.</p>',
      'zh-HK': '<p>轉數快識別碼 <strong>1234567</strong>，請註明訂單編號。</p>',
      'zh-CN': '<p>转数快识别码 <strong>1234567</strong>，请注明订单编号。</p>',
    },
  },
  {
    code: 'payme',
    order: 7,
    hold_minutes: 1_440,
    title: { 'en-US': 'PayMe', 'zh-HK': 'PayMe', 'zh-CN': 'PayMe' },
    instructions: {
      'en-US': '<p>Scan the code we show you and write your order number.</p>',
      'zh-HK': '<p>掃描二維碼付款，並寫上訂單編號。</p>',
      'zh-CN': '<p>扫描二维码付款，并写上订单编号。</p>',
    },
  },
]

/** Payment methods that need no outside service. */
export const seedPayments: Seed = async (ctx, set) => {
  for (const input of set === 'year' ? [...methods, ...sampleYearMethods] : methods) {
    if (!(await ctx.kernel.resources.findBy(ctx, 'payment_method', 'code', input.code)))
      await ctx.kernel.resources.create(ctx, 'payment_method', input)
  }
  const { year, kernel } = ctx
  // One unmatched payment without an order number, for staff to resolve.
  year?.at(year.on(year.days - 2, 11, 20), () => {
    const payment = { subject: 'FPS 20481', amount: 16_800, currency: 'HKD', detail: 'CHAN T M, no order number' }
    return kernel.transaction((tx) => reportUnmatched(tx, { reason: 'unknown', ...payment }))
  })
}
